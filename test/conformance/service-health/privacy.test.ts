import { beforeAll, expect, test } from 'vitest'
import { useHealth } from '../../health.ts'
import type { Reader, Role } from '../../health-calls.ts'
import type { Answer } from '../../http.ts'
import { type Choose, chooser } from '../../random.ts'

const health = useHealth()
const RESPONSES = 10_000
const VERSIONS = ['2015-01-01', '2018-07-01', '2022-10-01', '2023-10-01-preview', '2024-02-01']
VERSIONS.push('2025-05-01', '2026-07-01', '2027-02-03')
const ROLES: readonly Role[] = ['owner', 'contributor', 'reader']
const SERVICES = ['Storage', 'Cache', 'Queues']
const REGIONS = ['West US', 'East US', 'North Europe']
const SECRET = 'HIDDEN-TEXT'
const FILTERS = [
  "service eq 'Storage'",
  "region ne 'West US'",
  'eventType eq SecurityAdvisory',
  '(',
]

type Subscription = { id: string; tenantId: string; roles: Map<string, Role> }
const seed = Date.now()
const choose = chooser(seed)
const pick = <T>(values: readonly T[]) => values[choose(values.length)] as T
const readers: Reader[] = []
const subscriptions: Subscription[] = []
const events: { id: string; isSensitive: boolean }[] = []

beforeAll(async () => {
  for (let number = 0; number < 8; number++) readers.push(await health.addReader())
  for (let number = 0; number < 24; number++) {
    const members = readers.filter(() => choose(4) === 0)
    const roles = new Map(members.map(({ id }) => [id, pick(ROLES)]))
    const footprint = Array.from({ length: choose(4) }, place)
    const id = `tenant-${number}-${Math.random().toString(36).slice(2, 10)}`
    const made = await health.addSubscription(id, Object.fromEntries(roles), footprint)
    subscriptions.push({ ...made, roles })
  }
  for (let number = 0; number < 60; number++) await publishAny(choose)
}, 60_000)

const place = () => [pick(SERVICES), pick(REGIONS)] as const

async function publishAny(choose: Choose): Promise<void> {
  const kind = pick(['everyone', 'footprint', 'subscriptions'])
  const isSensitive = choose(2) === 0
  const named = subscriptions.filter(() => choose(6) === 0).map(({ id }) => id)
  const id = await health.publish({
    eventType: isSensitive ? 'SecurityAdvisory' : 'ServiceIssue',
    isEventSensitive: isSensitive,
    audience: {
      kind,
      ...(kind === 'subscriptions' && { subscriptions: [...named, subscriptions[0]?.id] }),
    },
    impact: Array.from({ length: choose(3) }, place).map(([service, region]) => ({
      impactedService: service,
      impactedRegions: choose(4) === 0 ? [] : [region],
    })),
    ...(isSensitive && { properties: { summary: SECRET, description: SECRET, title: 'Open' } }),
  })
  if (isSensitive) await health.revise(id, 'updates', { summary: SECRET })
  const hit = subscriptions.filter(() => choose(3) === 0)
  await health.revise(id, 'impactedResources', {
    add: hit.map((subscription) => ({
      subscriptionId: subscription.id,
      name: `vm-${subscription.tenantId}`,
      targetResourceId: `/subscriptions/${subscription.id}/vm`,
    })),
  })
  events.push({ id, isSensitive })
}

type Ask = { reader: Reader; subscription: Subscription; path: string; isDetails: boolean }

function makeAsk(): Ask {
  const [reader, any] = [pick(readers), pick(subscriptions)]
  const own = subscriptions.filter(({ roles }) => roles.has(reader.id))
  const subscription = own.length > 0 && choose(5) > 0 ? pick(own) : any
  const { id } = pick(events)
  const resource = `vm-${pick(choose(2) === 0 ? [subscription] : subscriptions).tenantId}`
  const rest = pick([
    ...['', '', `/${id}`, `/${id}/fetchEventDetails`],
    ...[`/${id}/impactedResources`, `/${id}/impactedResources/${resource}`],
  ])
  const spelt = choose(4) === 0 ? subscription.id.toUpperCase() : subscription.id
  return {
    reader,
    subscription,
    path: health.path(spelt, rest),
    isDetails: rest.endsWith('fetchEventDetails'),
  }
}

/** What of others, or of what is closed, an answer tells; as sentences. */
function findLeaks({ reader, subscription, path, isDetails }: Ask, answer: Answer): string[] {
  // What the caller itself wrote into the address is no news to it.
  const said = JSON.stringify([answer.body ?? '', ...answer.headers]).toLowerCase()
  const text = path
    .toLowerCase()
    .split('/')
    .filter((part) => part.length > 8)
    .reduce((rest, part) => rest.replaceAll(part, ''), said)
  const foreign = subscriptions.filter(({ roles }) => !roles.has(reader.id))
  const ids = foreign.flatMap(({ id, tenantId }) => {
    const isOwnTenant = subscriptions.some(
      (other) => other.tenantId === tenantId && other.roles.has(reader.id),
    )
    return isOwnTenant ? [id] : [id, tenantId]
  })
  const role = subscription.roles.get(reader.id)
  const maySee = isDetails && answer.status === 200 && (role === 'owner' || role === 'contributor')
  return [
    ...ids.filter((id) => text.includes(id)).map((id) => `${path} tells ${id}`),
    ...(said.includes(SECRET.toLowerCase()) && !maySee ? [`${path} tells what is closed`] : []),
    ...(role === undefined && answer.status === 200 ? [`${path} opens without a role`] : []),
  ]
}

const tally = { answers: 0, ok: 0, withOwnIds: 0, details: 0 }

function count({ subscription }: Ask, { status, body }: Answer): void {
  const text = JSON.stringify(body)
  if (status === 200) tally.ok++
  if (status === 200 && text.includes(subscription.tenantId)) tally.withOwnIds++
  if (text.includes(SECRET)) tally.details++
}

async function askSomething(): Promise<string[]> {
  const ask = makeAsk()
  const filter = choose(4) === 0 ? { $filter: pick(FILTERS) } : {}
  const query = { 'api-version': pick(VERSIONS), ...filter }
  const answer = await health.ask(ask.reader, ask.path, query, ask.isDetails ? 'POST' : 'GET')
  count(ask, answer)
  const broken = answer.status >= 500 ? [`${ask.path}: ${answer.status}`] : []
  return [...findLeaks(ask, answer), ...broken]
}

test('no answer tells of others, or what is closed, and each look at the details is on record', async () => {
  const leaks: string[] = []
  const work = async () => {
    while (tally.answers < RESPONSES) {
      tally.answers++
      leaks.push(...(await askSomething()))
    }
  }
  await Promise.all(Array.from({ length: 6 }, work))
  console.log(`privacy: ${JSON.stringify(tally)}, ${leaks.length} leaks, seed ${seed}`)
  expect(leaks).toEqual([])
  // Otherwise it would prove nothing.
  expect(Math.min(tally.ok, tally.withOwnIds, tally.details)).toBeGreaterThan(100)
  const looks = await health.database.db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', 'event.read-details')
    .execute()
  expect(looks.length).toBe(tally.details)
}, 600_000)
