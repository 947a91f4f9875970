import type { Reader, Role } from '../http/service-health.ts'
import { useHealth } from '../server/health.ts'
import { chooser } from '../world/random.ts'

const ROLES: readonly Role[] = ['owner', 'contributor', 'reader']
const SERVICES = ['Storage', 'Cache', 'Queues']
const REGIONS = ['West US', 'East US', 'North Europe']
const READERS = 8
const TENANTS = 8
const SUBSCRIPTIONS = 24
const EVENTS = 180
const WORKERS = 6

/** What nobody may read but through fetchEventDetails. */
export const SECRET = 'HIDDEN-TEXT'

export type Subscription = Readonly<{
  id: string
  tenantId: string
  roles: ReadonlyMap<string, Role>
  /** Services and regions it uses. */
  serviceRegions: Set<string>
}>
type Audience = Readonly<{ kind: string; subscriptions?: readonly string[] }>
export type Published = Readonly<{
  id: string
  isSensitive: boolean
  /** Services, or services in a region, that are hit. */
  serviceRegions: ReadonlySet<string>
}> & { audience: Audience }

/** Several subscriptions to each tenant; and what concerns whom, worked out without the server. */
export function usePrivacyWorld(seed: number) {
  const choose = chooser(seed)
  const world = {
    health: useHealth(),
    choose,
    pick: <T>(values: readonly T[]) => values[choose(values.length)] as T,
    readers: [] as Reader[],
    subscriptions: [] as Subscription[],
    events: new Map<string, Published>(),
  }
  return { ...world, build: () => build(world), changeSomething: () => changeSomething(world) }
}
type World = Omit<ReturnType<typeof usePrivacyWorld>, 'build' | 'changeSomething'>

async function build(world: World): Promise<void> {
  for (let number = 0; number < READERS; number++)
    world.readers.push(await world.health.addReader())
  for (let number = 0; number < SUBSCRIPTIONS; number++) await addSubscription(world, number)
  await inParallel(EVENTS, () => publishAny(world))
}

const pickServiceRegion = ({ pick }: World) => ({ service: pick(SERVICES), region: pick(REGIONS) })

async function addSubscription(world: World, number: number): Promise<void> {
  const { health, choose, pick, readers, subscriptions } = world
  const members = readers.filter(() => choose(4) === 0)
  const roles = new Map(members.map(({ id }) => [id, pick(ROLES)]))
  const used = Array.from({ length: choose(4) }, () => pickServiceRegion(world))
  const made = await health.addSubscription(
    `of-${number % TENANTS}-${Math.random().toString(36).slice(2, 12)}`,
    Object.fromEntries(roles),
    used.map(({ service, region }) => [service, region] as const),
    subscriptions[number - TENANTS]?.tenantId,
  )
  subscriptions.push({ ...made, roles, serviceRegions: new Set(used.map(toText)) })
}

/** Mostly everyone, so that most lists have a second page. */
function pickAudience({ choose, pick, subscriptions }: World): Audience {
  const kind = pick(['everyone', 'everyone', 'everyone', 'footprint', 'subscriptions'])
  if (kind !== 'subscriptions') return { kind }
  const named = subscriptions.filter(() => choose(6) === 0)
  return { kind, subscriptions: [...named, pick(subscriptions)].map(({ id }) => id) }
}

async function publishAny(world: World): Promise<void> {
  const { health, choose, events } = world
  const isSensitive = choose(3) === 0
  const audience = pickAudience(world)
  const hit = Array.from({ length: choose(3) }, () => pickServiceRegion(world)).map((each) => ({
    ...each,
    region: choose(4) === 0 ? undefined : each.region,
  }))
  const id = await health.publish({
    eventType: isSensitive ? 'SecurityAdvisory' : 'ServiceIssue',
    isEventSensitive: isSensitive,
    audience,
    impact: hit.map(({ service, region }) => ({
      impactedService: service,
      impactedRegions: region === undefined ? [] : [region],
    })),
    ...(isSensitive && { properties: { summary: SECRET, description: SECRET, title: 'Open' } }),
  })
  events.set(id, { id, isSensitive, audience, serviceRegions: new Set(hit.map(toText)) })
  if (isSensitive) await health.revise(id, 'updates', { summary: SECRET })
  if (choose(3) === 0) await health.revise(id, 'impactedResources', { add: pickResources(world) })
}

const pickResources = ({ choose, subscriptions }: World) =>
  subscriptions
    .filter(() => choose(3) === 0)
    .map(({ id, tenantId }) => ({
      subscriptionId: id,
      name: `vm-${id}`,
      targetResourceId: `/subscriptions/${id}/vm`,
      info: [{ key: 'tenant', value: tenantId }],
    }))

/** Somebody else is meant, somebody uses something else, or something is said. */
async function changeSomething(world: World): Promise<void> {
  const { health, choose, pick, events, subscriptions } = world
  const event = pick([...events.values()])
  const change = choose(3)
  if (change === 0) {
    event.audience = pickAudience(world)
    await health.revise(event.id, 'audience', event.audience)
  } else if (change === 1) {
    await changeFootprint(world, pick(subscriptions))
  } else {
    await health.revise(event.id, 'updates', { summary: event.isSensitive ? SECRET : 'News' })
  }
}

async function changeFootprint(world: World, { id, serviceRegions }: Subscription): Promise<void> {
  const [add, remove] = [pickServiceRegion(world), pickServiceRegion(world)]
  const path = `/subscriptions/${id}/footprint`
  const { status } = await world.health.callAsOperator('PATCH', path, {
    add: [add],
    remove: [remove],
  })
  if (status !== 204) throw new Error(`the footprint was not changed: ${status}`)
  serviceRegions.delete(toText(remove))
  serviceRegions.add(toText(add))
}

const toText = ({ service, region }: { service: string; region?: string | undefined }) =>
  region === undefined ? service : `${service} in ${region}`

export function concerns(
  { audience, serviceRegions }: Published,
  subscription: Subscription,
): boolean {
  if (audience.kind === 'everyone') return true
  if (audience.kind === 'subscriptions')
    return audience.subscriptions?.includes(subscription.id) === true
  return [...subscription.serviceRegions].some((used) => {
    const [service = ''] = used.split(' in ')
    return serviceRegions.has(used) || serviceRegions.has(service)
  })
}

/** So many times, several at once. */
export async function inParallel(times: number, work: () => Promise<void>): Promise<void> {
  let begun = 0
  const worker = async () => {
    while (begun++ < times) await work()
  }
  await Promise.all(Array.from({ length: WORKERS }, worker))
}
