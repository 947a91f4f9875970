import { randomUUIDv7 } from 'node:crypto'
import type pg from 'pg'
import type { QuotaJobs } from '../../src/areas/quota/rules.ts'
import { openJobs } from '../../src/platform/jobs.ts'
import type { Named } from '../start/bare-arguments.ts'
import { recordStatements } from '../start/statements.ts'
import {
  auditRow,
  type BareSubmit,
  keyRow,
  requestRow,
  scopeOf,
  subRequestRows,
} from './bare-rows.ts'

const SUPERSEDE = `
  update quota_sub_request set state = 'Failed', code = 'Superseded', message = $6, ended_at = $5
   where subscription_id = $1 and provider_key = $2 and location_key = $3 and resource_key = $4
         and state in ('Accepted', 'InProgress') and sent_at is null
  returning request_id`

/** Writes the rows that the server writes, in one transaction: no rules, no locks, nothing read before. */
export async function createBareSubmit(pool: pg.Pool, named: Named) {
  const enqueue = await readEnqueue(pool)

  async function supersede(client: pg.PoolClient, input: BareSubmit, id: string): Promise<void> {
    for (const { resource } of input.limits) {
      const key = [...Object.values(scopeOf(input)), resource.toLowerCase()]
      const values = [...key, new Date(), `Replaced by ${id}.`]
      const ended = await client.query({ ...named('supersede'), text: SUPERSEDE, values })
      if (ended.rowCount !== 1) throw new Error(`${resource} was not open`)
      const row = auditRow(input, 'quota.supersede', ended.rows[0].request_id, { by: id })
      await insertWith(client, named)('audit', [row])
    }
  }

  async function submit(client: pg.PoolClient, input: BareSubmit): Promise<string> {
    const insert = insertWith(client, named)
    const id = randomUUIDv7()
    const { subscription: subscriptionId, limits, clientRequestId } = input
    if (clientRequestId !== undefined) await insert('request_key', [keyRow(clientRequestId, id)])
    if (input.supersedes) await supersede(client, input, id)
    await insert('quota_request', [requestRow(input, id)])
    const subRequests = subRequestRows(input, id)
    await insert('quota_sub_request', subRequests)
    const jobs = subRequests.map((subRequest) => ({
      data: { subscriptionId, requestId: id, subRequestId: subRequest.id },
      retryLimit: 20,
      retryDelay: 1,
    }))
    await client.query({ ...named('job'), text: enqueue, values: [JSON.stringify(jobs)] })
    const asked = Object.fromEntries(limits.map(({ resource, limit }) => [resource, limit]))
    await insert('audit', [auditRow(input, 'quota.ask', id, asked)])
    return id
  }

  return async (input: BareSubmit): Promise<string> => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const id = await submit(client, input)
      await client.query('commit')
      return id
    } finally {
      client.release()
    }
  }
}

const insertWith =
  (client: pg.PoolClient, named: Named) =>
  async (table: string, rows: readonly Readonly<Record<string, unknown>>[]): Promise<void> => {
    const columns = Object.keys(rows[0] ?? {})
    const lists = rows.map((_, row) =>
      columns.map((_column, index) => `$${row * columns.length + index + 1}`).join(', '),
    )
    const text = `insert into ${table} (${columns.join(', ')}) values (${lists.join('), (')})`
    const values = rows.flatMap((row) => Object.values(row))
    await client.query({ ...named(`${table} ${rows.length}`), text, values })
  }

/** The text that the job engine sends. */
async function readEnqueue(pool: pg.Pool): Promise<string> {
  const statements = await recordStatements(pool, async (db) => {
    const jobs = await openJobs<QuotaJobs>(db, (error) => {
      throw error
    })
    const nothing = randomUUIDv7()
    const trx = await db.startTransaction().execute()
    const job = { subscriptionId: '', requestId: nothing, subRequestId: nothing }
    await jobs.enqueue(trx, 'quota.decide', [job])
    await trx.rollback().execute()
    await jobs.stop()
  })
  return statements.findLast(({ text }) => /insert into/i.test(text))?.text ?? ''
}
