import { readFileSync } from 'node:fs'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { fillEvents } from '../../bench/fill/events.ts'
import { fillQuota } from '../../bench/fill/quota.ts'
import { fillTables } from '../../bench/fill/tables.ts'
import { fillTokens } from '../../bench/fill/tokens.ts'
import { useDatabase } from '../support/database/use-database.ts'

const guide = readFileSync('docs/guides/sizing.md', 'utf8')

const ROWS = 20_000
const databases = [useDatabase(), useDatabase(), useDatabase(), useDatabase()] as const

/** A hundred entries in each scope. */
const AUDIT = `
  insert into audit (scope_id, id, at, actor_kind, actor_id, action, target, after, source, request_id)
  select 'scope-' || n / 100, gen_random_uuid(), now() - interval '1 minute' * n, 'account',
         'actor-' || n % 1000, 'token.create', 'token ' || n,
         jsonb_build_object('description', 'ci', 'number', n), '192.0.2.1', gen_random_uuid()
    from generate_series(1, $1::int) n`

/** With indexes. */
async function bytesPerRow(url: string, tables: readonly string[], rows: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const sizes = tables.map((table) => `pg_total_relation_size('${table}')`).join(' + ')
    const { rows: found } = await client.query<{ bytes: string }>(`select ${sizes} as bytes`)
    return Number(found[0]?.bytes) / rows
  } finally {
    await client.end()
  }
}

/** `| an API token | 380 bytes | …` */
function documentedBytes(what: string): number {
  const [, bytes = ''] = guide.match(new RegExp(`^\\| ${what} \\| ([\\d,]+) bytes`, 'm')) ?? []
  return Number(bytes.replaceAll(',', ''))
}

describe('the sizes of rows in the guide on sizing', () => {
  const isNear = (measured: number, what: string) => {
    const documented = documentedBytes(what)
    expect(documented / measured, `${what}: ${Math.round(measured)} bytes`).toBeGreaterThan(0.8)
    expect(documented / measured, `${what}: ${Math.round(measured)} bytes`).toBeLessThan(1.25)
  }

  test('accounts, apps and API tokens', async () => {
    const [{ url }] = databases
    await fillTokens(url, { rows: ROWS * 5, sample: 1 })
    const accounts = ROWS / 2
    isNear(await bytesPerRow(url, ['account', 'owner_name'], accounts), 'an account with its name')
    isNear(await bytesPerRow(url, ['app'], accounts), 'an app')
    isNear(await bytesPerRow(url, ['api_token'], ROWS * 5), 'an API token')
  })

  test('entries of the audit trail', async () => {
    const [, { url }] = databases
    await fillTables(url, ['audit'], (client) => client.query(AUDIT, [ROWS]))
    isNear(await bytesPerRow(url, ['audit'], ROWS), 'an entry of the audit trail')
  })

  test('subscriptions with six entries in the footprint', async () => {
    const [, , { url }] = databases
    await fillEvents(url, { subscriptions: ROWS, events: 10 })
    const tables = ['subscription', 'footprint']
    isNear(await bytesPerRow(url, tables, ROWS), 'a subscription with six entries in its footprint')
  })

  test('quota requests', async () => {
    const [, , , { url }] = databases
    await fillQuota(url, { subscriptions: 100, requests: ROWS })
    const tables = ['quota_request', 'quota_sub_request']
    isNear(await bytesPerRow(url, tables, ROWS), 'a quota request')
  })
})
