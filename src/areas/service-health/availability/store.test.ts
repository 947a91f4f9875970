import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useHealth } from '../../../../test/support/server/health.ts'
import { findReader } from '../events/actions.ts'
import { listStatuses, type StatusReader } from './store.ts'

const ROWS = 20_000
/** Named by the event, and set later. */
const BOTH = 1000
const health = useHealth()
let owner: Awaited<ReturnType<typeof health.addReader>>
let reader: StatusReader
/** Of a subscription with as many resources whose state was set as resources that an active event names. */
beforeAll(async () => {
  const { db } = health.database
  owner = await health.addReader('owner')
  await health.addSubscription('sub-1', { [owner.id]: 'owner' })
  const trackingId = await health.publish({ properties: { eventLevel: 'Warning' } })
  const id = (from: string) => sql`'/subscriptions/sub-1/resourcegroups/yard/providers/m.c/vm/' ||
    lpad(n::text, 6, '0') || ${from}`
  await sql`insert into availability
      (subscription_id, id, resource_key, resource_id, state, occurred_at, reported_at)
    select 'sub-1', gen_random_uuid(), ${id('-set')}, ${id('-set')}, 'Available', now(), now()
      from generate_series(1, ${ROWS}::int) as n`.execute(db)
  await sql`insert into impacted_resource (subscription_id, tracking_id, name, target_resource_id, info)
    select 'sub-1', ${trackingId}, gen_random_uuid()::text, ${id('-named')}, '{}'::jsonb
      from generate_series(1, ${ROWS}::int) as n
    union all
    select 'sub-1', ${trackingId}, gen_random_uuid()::text, ${id('-set')}, '{}'::jsonb
      from generate_series(1, ${BOTH}::int) as n`.execute(db)
  await sql`analyze`.execute(db)
  const { keys } = await findReader(db, 'sub-1')
  reader = { subscriptionId: 'sub-1', keys: [...keys], seesSensitive: true, now: new Date() }
})

/** Runs a statement and answers its plan in place of its rows. */
const explaining: KyselyPlugin = {
  transformQuery: ({ node }): RootOperationNode => {
    if (node.kind !== 'RawNode') throw new Error(`no plan for ${node.kind}`)
    const [first, ...rest] = node.sqlFragments
    return { ...node, sqlFragments: [`explain (analyze, format json) ${first}`, ...rest] }
  },
  transformResult: async ({ result }) => result,
}

type Plan = Readonly<{ 'Actual Rows': number; 'Actual Loops': number; Plans?: Plan[] }>
const mostRows = (plan: Plan): number =>
  Math.max(plan['Actual Rows'] * plan['Actual Loops'], ...(plan.Plans ?? []).map(mostRows))

const page = { prefix: '/subscriptions/sub-1/', filter: undefined, limit: 101 }
const AFTER = '/subscriptions/sub-1/resourcegroups/yard/providers/m.c/vm/010000-set'

test.each([undefined, AFTER])(
  'a page is read without looking at all resources (after %s)',
  async (after) => {
    const { db } = health.database
    const [line] = await listStatuses(db.withPlugin(explaining), reader, { ...page, after })
    const [{ Plan: plan }] = Object.values(line ?? {})[0] as unknown as [{ Plan: Plan }]
    expect(mostRows(plan)).toBeLessThan(1000)
  },
)

test('the pages have every resource once, in order', async () => {
  const keys: string[] = []
  const states = { Available: 0, Degraded: 0, Unavailable: 0, Unknown: 0 }
  for (let after: string | undefined; ; after = keys.at(-1)) {
    const rows = await listStatuses(health.database.db, reader, { ...page, after, limit: 5000 })
    if (rows.length === 0) break
    keys.push(...rows.map(({ key }) => key))
    for (const { state } of rows) states[state]++
  }
  expect(states).toEqual({ Available: ROWS, Degraded: ROWS, Unavailable: 0, Unknown: 0 })
  expect(keys).toEqual([...new Set(keys)].sort())
})

test('an event without a start has begun when it was published, also after an update', async () => {
  const resourceId = '/subscriptions/sub-1/resourceGroups/shed/providers/Microsoft.Compute/vm/v'
  const add = [{ subscriptionId: 'sub-1', targetResourceId: resourceId }]
  const path = `${resourceId}/providers/Microsoft.ResourceHealth/availabilityStatuses/current`
  const getCurrent = async () => (await health.ask(owner, path)).body.properties
  const id = await health.publish({})
  await health.revise(id, 'impactedResources', { add })
  const before = await getCurrent()
  await health.revise(id, 'updates', { summary: 'We look into it.' })
  const after = await getCurrent()
  expect(after).toMatchObject({ availabilityState: 'Unavailable', occuredTime: before.occuredTime })
  const set = [{ resourceId, availabilityState: 'Available' }]
  await health.callAsOperator('PATCH', '/subscriptions/sub-1/availability', { set })
  await health.revise(id, 'updates', { summary: 'We know why.' })
  expect((await getCurrent()).availabilityState).toBe('Available')
})
