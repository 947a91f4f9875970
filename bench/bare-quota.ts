/**
 * What one would write first, and nothing else: the same framework and driver, and the rows that the server
 * writes for a request, in one transaction; no sign-in, no rules, no locks, nothing read before, no log.
 */
import { randomUUIDv7 } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
import type { QuotaJobs } from '../src/areas/quota/rules.ts'
import { openJobs } from '../src/platform/jobs.ts'
import { recordStatements } from './start/statements.ts'

type Scope = { subscription: string; provider: string; location: string }
type Route = {
  Params: Scope & { resource: string }
  Body: { properties: { limit: number } }
}

const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 10 })
const app = Fastify()
const enqueue = await readEnqueue()

app.put<Route>(
  '/subscriptions/:subscription/providers/Microsoft.Capacity/resourceProviders/:provider/locations/:location/serviceLimits/:resource',
  async ({ params: { resource, ...scope }, body }, reply) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const requestId = await submit(client, scope, resource, body.properties.limit)
      await client.query('commit')
      return reply.code(201).send({ requestId })
    } finally {
      client.release()
    }
  },
)

async function submit(
  client: pg.PoolClient,
  { subscription, provider, location }: Scope,
  resource: string,
  limit: number,
): Promise<string> {
  const id = randomUUIDv7()
  const subRequestId = randomUUIDv7()
  const scope = {
    subscription_id: subscription,
    provider_key: provider.toLowerCase(),
    location_key: location,
  }
  await insert(client, 'quota_request', {
    ...scope,
    id,
    submitted_at: new Date(Math.floor(Date.now() / 1000) * 1000),
    actor_id: 'bench',
    requested_by: 'bench',
    fingerprint: Buffer.alloc(32, id),
  })
  await insert(client, 'quota_sub_request', {
    ...scope,
    request_id: id,
    id: subRequestId,
    resource_key: resource.toLowerCase(),
    name: resource,
    display_name: 'Some cores',
    unit: 'Count',
    asked_limit: limit,
    state: 'Accepted',
    message: 'Accepted. Processing has not started.',
    created_at: new Date(),
    number: 0,
  })
  const data = { subscriptionId: subscription, requestId: id, subRequestId }
  const jobs = JSON.stringify([{ data, retryLimit: 20, retryDelay: 1 }])
  await client.query({ name: 'job', text: enqueue, values: [jobs] })
  await insert(client, 'audit', {
    scope_id: subscription,
    id: randomUUIDv7(),
    at: new Date(),
    actor_kind: 'account',
    actor_id: 'bench',
    action: 'quota.ask',
    target: `quota request ${id}`,
    after: JSON.stringify({ [resource]: limit }),
    source: '127.0.0.1',
    request_id: randomUUIDv7(),
  })
  return id
}

async function insert(client: pg.PoolClient, table: string, row: object): Promise<void> {
  const columns = Object.keys(row)
  const places = columns.map((_, index) => `$${index + 1}`)
  const text = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`
  await client.query({ name: table, text, values: Object.values(row) })
}

/** The text that the job engine sends. */
async function readEnqueue(): Promise<string> {
  const texts = await recordStatements(pool, async (db) => {
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
  return texts.findLast((text) => /insert into/i.test(text)) ?? ''
}

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
