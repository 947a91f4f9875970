/**
 * What one would write first, and nothing else: the same framework and driver, what one would ask for the
 * status and the same rows for a request; no sign-in, no rules, no locks, no hooks, no log.
 */
import { randomUUIDv7 } from 'node:crypto'
import Fastify from 'fastify'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { SubRequestRow } from '../src/areas/quota/requests/store.ts'
import type { QuotaJobs } from '../src/areas/quota/rules.ts'
import type { DB } from '../src/platform/db/tables.ts'
import { openJobs } from '../src/platform/jobs.ts'

const [databaseUrl] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const app = Fastify()
const enqueue = await readEnqueue()
const SCOPE =
  '/subscriptions/:id/providers/Microsoft.Capacity/resourceProviders/:provider/locations/:location'
/** One by one what the server asks for many at once. */
const STATUS = `
  select sub_request.*, request.submitted_at as "submittedAt"
    from quota_request as request
    join quota_sub_request as sub_request
      on sub_request.subscription_id = request.subscription_id and sub_request.request_id = request.id
   where request.subscription_id = $1 and request.id = $2
         and request.provider_key = $3 and request.location_key = $4
   order by sub_request.number`
type StatusRow = SubRequestRow & { submittedAt: Date }
type QuotaScope = { id: string; provider: string; location: string }

app.get<{ Params: QuotaScope & { request: string } }>(
  `${SCOPE}/serviceLimitsRequests/:request`,
  async ({ params: { id, provider, location, request } }) => {
    const values = [id, request, provider.toLowerCase(), location]
    const { rows } = await pool.query<StatusRow>({ name: 'status', text: STATUS, values })
    const [first] = rows
    if (!first) throw new Error(`no request ${request}`)
    return {
      id: request,
      name: `${id}/${request}`,
      type: 'Microsoft.Capacity/serviceLimitsRequests',
      properties: {
        message: first.message,
        provisioningState: first.state,
        requestSubmitTime: `${first.submittedAt.toISOString().slice(0, 19)}Z`,
        value: rows.map(toSubRequest),
      },
    }
  },
)

const toSubRequest = (row: SubRequestRow) => ({
  limit: row.granted_limit ?? row.asked_limit,
  message: row.message,
  name: { value: row.name, localizedValue: row.display_name },
  provisioningState: row.state,
  ...(row.resource_type !== null && { resourceType: row.resource_type }),
  subRequestId: row.id,
  unit: row.unit,
})

app.put<{ Params: QuotaScope & { resource: string }; Body: { properties: { limit: number } } }>(
  `${SCOPE}/serviceLimits/:resource`,
  async ({ params, body }, reply) => {
    const id = randomUUIDv7()
    await insertAll(params, id, body.properties.limit)
    return reply.code(201).send({ requestId: id })
  },
)

async function insertAll(
  { id, provider, location, resource }: QuotaScope & { resource: string },
  requestId: string,
  limit: number,
): Promise<void> {
  const at = new Date(Math.floor(Date.now() / 1000) * 1000)
  const subRequestId = randomUUIDv7()
  const scope = {
    subscription_id: id,
    provider_key: provider.toLowerCase(),
    location_key: location,
  }
  const client = await pool.connect()
  try {
    await client.query('begin')
    await insert(client, 'quota_request', {
      ...scope,
      id: requestId,
      submitted_at: at,
      actor_id: 'bench',
      requested_by: 'bench',
      client_request_id: null,
      fingerprint: Buffer.alloc(32, requestId),
    })
    await insert(client, 'quota_sub_request', {
      ...scope,
      request_id: requestId,
      id: subRequestId,
      resource_key: resource.toLowerCase(),
      name: resource,
      display_name: 'Some cores',
      unit: 'Count',
      asked_limit: limit,
      state: 'Accepted',
      message: 'Accepted. Processing has not started.',
      created_at: at,
      number: 0,
    })
    const data = { subscriptionId: id, requestId, subRequestId }
    const job = JSON.stringify([{ data, retryLimit: 20, retryDelay: 1 }])
    await client.query({ name: 'job', text: enqueue, values: [job] })
    await insert(client, 'audit', {
      scope_id: id,
      id: randomUUIDv7(),
      at,
      actor_kind: 'account',
      actor_id: 'bench',
      action: 'quota.ask',
      target: `quota request ${requestId}`,
      after: JSON.stringify({ [resource]: limit }),
      source: '127.0.0.1',
      request_id: randomUUIDv7(),
    })
    await client.query('commit')
  } finally {
    client.release()
  }
}

const insert = (client: pg.PoolClient, table: string, row: Record<string, unknown>) => {
  const columns = Object.keys(row)
  const values = columns.map((_, index) => `$${index + 1}`)
  const text = `insert into ${table} (${columns.join(', ')}) values (${values.join(', ')})`
  return client.query({ name: table, text, values: Object.values(row) })
}

/** The very text that the engine sends, written down as it is sent. */
async function readEnqueue(): Promise<string> {
  const texts: string[] = []
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void texts.push(query.sql),
  })
  const jobs = await openJobs<QuotaJobs>(db, (error) => {
    throw error
  })
  const nothing = '01a1dd03-7b80-7a71-811c-8bcccd5a6b46'
  const trx = await db.startTransaction().execute()
  const job = { subscriptionId: '', requestId: nothing, subRequestId: nothing }
  await jobs.enqueue(trx, 'quota.decide', [job])
  await trx.rollback().execute()
  return texts.findLast((text) => /insert into/i.test(text)) ?? ''
}

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
