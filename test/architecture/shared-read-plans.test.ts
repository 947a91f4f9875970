import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findApps } from '../../src/areas/app-management/apps/store.ts'
import { findTargets } from '../../src/areas/app-management/store.ts'
import { findRequests } from '../../src/areas/quota/requests/store.ts'
import { findBearers } from '../../src/identity/bearer/store.ts'
import { findOrigins } from '../../src/identity/oauth/store.ts'
import { findTokens } from '../../src/identity/store.ts'
import type { Read } from '../../src/platform/db/shared-read.ts'
import { useDatabase } from '../support/database/use-database.ts'

/** After so many, the server compares the cost of planning for these values with that of one plan for all. */
const TRIES = 5
const RUNS = 10

const database = useDatabase()
let client: pg.Client
beforeAll(async () => {
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // As many rows as make indexes worth their while.
  await client.query(
    `insert into account (id, name, display_name, email, created_at, updated_at)
     select gen_random_uuid(), 'u' || n, 'U', 'u' || n || '@example.com', now(), now()
       from generate_series(1, 5000) n`,
  )
  await client.query(
    `insert into app (owner_id, id, owner_kind, name, name_key, display_name, os, platform,
                      app_secret, created_at, updated_at)
     select id, gen_random_uuid(), 'user', 'app', 'app', 'App', 'Linux', 'Custom',
            gen_random_uuid(), now(), now() from account`,
  )
  await client.query('analyze')
})
afterAll(() => client.end())

const id = randomUUID()
const parametersOf = <Key>(read: Read<Key, unknown>, key: Key): [Read<Key, unknown>, unknown[]] => [
  read,
  read.toParameters([key]),
]
const ended = { sessionId: id, grantId: id }
const bearer = { accountId: id, identity: null, ...ended, subscriptionId: 'sub-a' }
const READS = [
  parametersOf(findTokens, { homeId: id, hash: '00'.repeat(32), kind: 'user' }),
  parametersOf(findBearers(false), { ...bearer, clientId: 'portal' }),
  parametersOf(findBearers(true), { ...bearer, clientId: 'portal' }),
  parametersOf(findTargets, { accountId: id, owner: 'u1', app: 'app' }),
  parametersOf(findApps, { accountId: id, ownerId: id, appId: id }),
  parametersOf(findRequests, { scope: { subscriptionId: 'sub-a' } as never, id }),
  parametersOf(findOrigins, 'https://example.com'),
]

test('these are all shared reads', () => {
  const sources = globSync('src/**/*.ts', { exclude: ['**/*.test.ts'] })
  const defined = sources.flatMap(
    (file) => readFileSync(file, 'utf8').match(/\breads\.define\(/g) ?? [],
  )
  expect(new Set(READS.map(([{ name }]) => name)).size).toBe(defined.length)
})

test.each(READS.map(([{ name, sql }, values], n) => ({ name: `${name} ${n}`, sql, values })))(
  'the shared read "$name" is not planned again for each single key',
  async ({ name, sql, values }) => {
    for (let run = 0; run < RUNS; run++) await client.query({ name, text: sql, values })
    const { rows } = await client.query(
      'select custom_plans::int as planned from pg_prepared_statements where name = $1',
      [name],
    )
    expect(rows).toEqual([{ planned: TRIES }])
  },
)
