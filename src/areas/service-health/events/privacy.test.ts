import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../../../test/support/http/http.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import {
  concerns,
  inParallel,
  SECRET,
  type Subscription,
  usePrivacyWorld,
} from '../../../../test/support/service-health/privacy-world.ts'
import { isLong } from '../../../../test/support/world/size.ts'

const RESPONSES = isLong ? 10_000 : 2000
/** Between two rounds nothing is under way, so that it is certain what each answer may tell. */
const ROUND = 100
const VERSIONS = ['2015-01-01', '2018-07-01', '2022-10-01', '2023-10-01-preview', '2024-02-01']
VERSIONS.push('2025-05-01', '2026-07-01', '2027-02-03')
const FILTERS = [
  "service eq 'Storage'",
  "region ne 'West US'",
  'eventType eq SecurityAdvisory',
  '(',
]
const STARTS = ['1/1/2020', new Date().toISOString(), '2999-01-01', 'yesterday']

const seed = Date.now()
const world = usePrivacyWorld(seed)
const { health, choose, pick, readers, subscriptions, events } = world
beforeAll(world.build)

type Ask = Readonly<{
  reader: Reader
  subscription: Subscription
  target: string
  /** The event that is asked for; none when it is a list. */
  event?: string
  isDetails?: boolean
  isFurther?: boolean
}>
/** Where lists go on; followed later, when others are meant and somebody else may follow. */
const further: Ask[] = []

function makeAsk(): Ask {
  if (further.length > 0 && choose(20) === 0) return pickFurther()
  const reader = pick(readers)
  const own = subscriptions.filter(({ roles }) => roles.has(reader.id))
  const subscription = own.length > 0 && choose(5) > 0 ? pick(own) : pick(subscriptions)
  const spelt = choose(4) === 0 ? subscription.id.toUpperCase() : subscription.id
  const query = new URLSearchParams({
    'api-version': pick(VERSIONS),
    ...(choose(3) === 0 && { $filter: pick(FILTERS) }),
    ...(choose(3) === 0 && { queryStartTime: pick(STARTS) }),
  })
  const whom = { reader, subscription }
  if (choose(10) === 0) return { ...whom, target: `${health.path(spelt)}?${query}` }
  const event = pick([...events.keys()])
  const resource = pick(choose(2) === 0 ? [subscription] : subscriptions).id
  const rest = pick([
    '',
    '/fetchEventDetails',
    '/impactedResources',
    `/impactedResources/vm-${resource}`,
  ])
  const reason = `/subscriptions/${spelt}/providers/Binnacle.ResourceHealth/events/${event}/reason`
  const path = choose(12) === 0 ? reason : health.path(spelt, `/${event}${rest}`)
  const target = `${path}?${query}`
  return { ...whom, target, event, isDetails: path !== reason && rest === '/fetchEventDetails' }
}

function pickFurther(): Ask {
  const [ask] = further.splice(choose(further.length), 1) as [Ask]
  return choose(5) === 0 ? { ...ask, reader: pick(readers) } : ask
}

const idsOf = new Map<string, string[]>()
/** Ids of subscriptions and tenants that a reader has no role on. */
function foreignIds(reader: Reader): string[] {
  const known = idsOf.get(reader.id)
  if (known) return known
  const own = subscriptions.filter(({ roles }) => roles.has(reader.id))
  const foreign = subscriptions.filter((each) => !own.includes(each))
  const tenants = new Set(foreign.map(({ tenantId }) => tenantId))
  for (const { tenantId } of own) tenants.delete(tenantId)
  const ids = [...foreign.map(({ id }) => id), ...tenants]
  idsOf.set(reader.id, ids)
  return ids
}

/** What of others, or of what is closed, an answer tells; as sentences. */
function findLeaks(ask: Ask, { status, body }: Answer, said: string): string[] {
  const { reader, subscription, target, event, isDetails } = ask
  // A refusal may repeat what the caller itself wrote into the address.
  const news = status === 200 ? said : withoutParts(said.toLowerCase(), target.toLowerCase())
  const role = subscription.roles.get(reader.id)
  const maySee = isDetails && status === 200 && (role === 'owner' || role === 'contributor')
  const reported = status === 200 ? (event ? [event] : namesIn(body)) : []
  const leaked = reported.filter((name) => {
    const published = events.get(name)
    return !published || !concerns(published, subscription)
  })
  return [
    ...foreignIds(reader).filter((id) => news.includes(id)),
    ...(said.includes(SECRET) && !maySee ? ['what is closed'] : []),
    ...(role === undefined && status === 200 ? ['something without a role'] : []),
    ...leaked.map((name) => `of ${name}, which is for others`),
    ...(status >= 500 ? [`nothing, with ${status}`] : []),
  ].map((what) => `${target} tells ${what}`)
}

const namesIn = (body: { value: { name: string }[] }) => body.value.map(({ name }) => name)

const withoutParts = (text: string, target: string) =>
  target
    .split(/[/?]/)
    .filter((part) => part.length > 8)
    .reduce((rest, part) => rest.replaceAll(part, ''), text)

const tally = { ok: 0, withOwnIds: 0, details: 0, laterPages: 0, refusals: 0 }

function count({ subscription, isDetails, isFurther, event }: Ask, answer: Answer, said: string) {
  if (answer.status !== 200) return void tally.refusals++
  tally.ok++
  if (isDetails && events.get(event ?? '')?.isSensitive) tally.details++
  if (isFurther && answer.body.value.length > 0) tally.laterPages++
  if (said.includes(subscription.tenantId)) tally.withOwnIds++
}

async function askSomething(): Promise<string[]> {
  const ask = makeAsk()
  const answer = await health.askRaw(ask.reader, ask.target, ask.isDetails ? 'POST' : 'GET')
  const said = answer.text + JSON.stringify([...answer.headers])
  count(ask, answer, said)
  const next: string | undefined = answer.status === 200 ? answer.body.nextLink : undefined
  if (next !== undefined) {
    const target = next.replace(health.installation.managementUrl, '')
    further.push({ ...ask, target, isFurther: true })
  }
  return findLeaks(ask, answer, said)
}

test('no answer tells of others, or what is closed, and each look at the details is on record', async () => {
  const leaks: string[] = []
  for (let answers = 0; answers < RESPONSES; answers += ROUND) {
    await inParallel(ROUND, async () => void leaks.push(...(await askSomething())))
    await world.changeSomething()
  }
  console.log(
    `privacy: ${RESPONSES} answers, ${JSON.stringify(tally)}, ${leaks.length} leaks, seed ${seed}`,
  )
  expect(leaks.slice(0, 20)).toEqual([])
  // Otherwise it would prove nothing.
  expect(Math.min(...Object.values(tally))).toBeGreaterThan(RESPONSES / 100)
  const looks = await health.database.db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', 'event.read-details')
    .execute()
  expect(looks.length).toBe(tally.details)
}, 600_000)
