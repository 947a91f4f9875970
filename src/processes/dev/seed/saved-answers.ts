import { isObject, isText, type Json, propertiesOf, textOf, toTime } from './json.ts'
import { toEvent } from './saved-events.ts'

/** The seed in a file that holds the answer of a list operation; anything else as it is. */
export function fromSavedAnswer(file: unknown): unknown {
  if (Array.isArray(file)) return fromOwnerList(file.map(requireObject))
  if (!isObject(file) || !Array.isArray(file.value)) return file
  const items = file.value.map(requireObject)
  const groups = Map.groupBy(items, kindOf)
  const unknown = groups.get(undefined)?.[0]
  if (unknown)
    throw new Error(
      `The list has an element of an unknown type: ${textOf(unknown.id) || 'it has no id'}`,
    )
  const events = (groups.get('event') ?? []).map(toEvent)
  const named = events.flatMap(({ audience }) =>
    'subscriptions' in audience ? audience.subscriptions : [],
  )
  const parts = [
    ...named.map((id): Part => ({ id })),
    ...(groups.get('subscription') ?? []).map(toSubscription),
    ...(groups.get('limit') ?? []).map(toLimit),
    ...(groups.get('quota') ?? []).map(toQuota),
    ...(groups.get('usage') ?? []).map(toUsage),
    ...(groups.get('availability') ?? []).map(toAvailability),
  ]
  const organizations = parts.length > 0 ? [{ name: ORGANIZATION }] : []
  return { organizations, subscriptions: joinParts(parts), events }
}

function requireObject(item: unknown, index: number): Json {
  if (isObject(item)) return item
  throw new Error(`The element ${index} of the list is not an object.`)
}

/** The owner of subscriptions whose owner the answer does not name. */
const ORGANIZATION = 'imported'

const KINDS = {
  event: /\/providers\/[^/]+\.ResourceHealth\/events\/[^/]+$/i,
  availability: /\/providers\/[^/]+\.ResourceHealth\/availabilityStatuses\/[^/]+$/i,
  limit: /\/resourceProviders\/[^/]+\/locations\/[^/]+\/serviceLimits(\/[^/]+)?$/i,
  quota: /\/providers\/[^/]+\.Quota\/quotas\/[^/]+$/i,
  usage: /\/providers\/[^/]+\.Quota\/usages\/[^/]+$/i,
  subscription: /^\/subscriptions\/[^/]+$/i,
} as const

function kindOf({ id }: Json): keyof typeof KINDS | undefined {
  const found = Object.entries(KINDS).find(([, pattern]) => pattern.test(textOf(id)))
  return found?.[0] as keyof typeof KINDS | undefined
}

/** What one element of an answer says about a subscription. */
type Part = Readonly<{ id: string; display_name?: string; quota?: Json; availability?: Json }>

function joinParts(parts: readonly Part[]) {
  return [...Map.groupBy(parts, ({ id }) => id.toLowerCase())].map(([id, ofOne]) => ({
    id,
    display_name: ofOne.find(({ display_name }) => display_name)?.display_name ?? id,
    organization: ORGANIZATION,
    quota: ofOne.flatMap(({ quota }) => (quota ? [quota] : [])),
    availability: ofOne.flatMap(({ availability }) => (availability ? [availability] : [])),
  }))
}

const segmentAfter = (id: unknown, name: string): string => {
  const [, segment = ''] = new RegExp(`/${name}/([^/]+)`, 'i').exec(textOf(id)) ?? []
  return segment
}

const toSubscription = (item: Json): Part => ({
  id: segmentAfter(item.id, 'subscriptions'),
  display_name: textOf(item.displayName) || textOf(item.subscriptionId),
})

/** The installation may use another namespace than the one that the answer came from. */
const toProvider = (name: string) => name.replace(/^[^.]+\./, '{vendor}.')

const resourceOf = (item: Json) => {
  const { name } = propertiesOf(item)
  return textOf(isObject(name) ? name.value : undefined) || textOf(item.name)
}

function toLimit(item: Json): Part {
  const { limit, currentValue } = propertiesOf(item)
  const provider = toProvider(segmentAfter(item.id, 'resourceProviders'))
  return toQuotaPart(item, provider, { limit, currentValue })
}

function toQuota(item: Json): Part {
  const { limit } = propertiesOf(item)
  const provider = toProvider(segmentAfter(item.id, 'providers'))
  return toQuotaPart(item, provider, { limit: isObject(limit) ? limit.value : undefined })
}

function toUsage(item: Json): Part {
  const { usages } = propertiesOf(item)
  const provider = toProvider(segmentAfter(item.id, 'providers'))
  return toQuotaPart(item, provider, { currentValue: isObject(usages) ? usages.value : undefined })
}

const toQuotaPart = (item: Json, provider: string, numbers: Json): Part => ({
  id: segmentAfter(item.id, 'subscriptions'),
  quota: {
    provider,
    location: segmentAfter(item.id, 'locations'),
    resource: resourceOf(item),
    ...Object.fromEntries(
      Object.entries(numbers).filter(([, value]) => typeof value === 'number' && value >= 0),
    ),
  },
})

function toAvailability(item: Json): Part {
  const { availabilityState, title, summary, reasonType, occuredTime } = propertiesOf(item)
  const [resourceId = ''] = textOf(item.id).split(/\/providers\/[^/]+\.ResourceHealth\//i)
  const at = toTime(occuredTime)
  const texts = { title, summary, reasonType, location: item.location }
  return {
    id: segmentAfter(item.id, 'subscriptions'),
    availability: {
      resourceId,
      availabilityState,
      ...Object.fromEntries(Object.entries(texts).filter(([, text]) => textOf(text) !== '')),
      ...(at !== undefined && { at }),
    },
  }
}

/** Apps with their owners, or organizations. */
function fromOwnerList(items: readonly Json[]) {
  const [apps, organizations] = [
    items.filter(({ os }) => isText(os)),
    items.filter(({ os }) => !isText(os)),
  ]
  const byOwner = [...Map.groupBy(apps, ({ owner = null }) => JSON.stringify(owner))].map(
    ([owner, ofOne]) => ({ owner: requireOwner(JSON.parse(owner)), apps: ofOne.map(toApp) }),
  )
  const owned = byOwner.map(({ owner, apps }) => ({ ...toOwner(owner), type: owner.type, apps }))
  return {
    accounts: owned.flatMap(({ type, ...owner }) => (type === 'org' ? [] : [owner])),
    organizations: [
      ...organizations.map(toOwner),
      ...owned.flatMap(({ type, ...owner }) => (type === 'org' ? [owner] : [])),
    ],
  }
}

function requireOwner(owner: unknown): Json {
  if (isObject(owner)) return owner
  throw new Error('An app of the list has no owner.')
}

const toOwner = ({ id, name, display_name, email }: Json) => ({
  ...(isText(id) && { id }),
  name,
  ...(isText(display_name) && { display_name }),
  ...(isText(email) && { email }),
})

const toApp = ({
  id,
  name,
  display_name,
  description,
  os,
  platform,
  release_type,
  ...app
}: Json) => ({
  ...(isText(id) && { id }),
  ...(isText(app.app_secret) && { app_secret: app.app_secret }),
  name,
  display_name,
  ...(isText(description) && { description }),
  ...(isText(release_type) && { release_type }),
  os,
  platform: platform === 'Unknown' ? 'Custom' : platform,
})
