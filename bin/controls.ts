/** What a test says to an emulator: its controls, and what an operator does. */
import { setTimeout as delay } from 'node:timers/promises'

export type Clock = Readonly<{ time: string; isFrozen: boolean; isMoved: boolean }>
export type MovedClock = Clock & Readonly<{ dueJobs: number }>

export type FaultEffect =
  | Readonly<{
      kind: 'status'
      status: number
      code?: string
      message?: string
      retryAfterSeconds?: number
    }>
  | Readonly<{ kind: 'throttle'; retryAfterSeconds?: number }>
  | Readonly<{ kind: 'latency'; ms: number }>
  | Readonly<{ kind: 'cut' }>
  | Readonly<{ kind: 'slow-body'; bytesPerSecond: number }>
  | Readonly<{ kind: 'expired-token' }>

export type NewFault = Readonly<{
  match?: Readonly<{ method?: string; path?: string; caller?: string }>
  share?: number
  times?: number
  effect: FaultEffect
}>
export type Fault = NewFault & Readonly<{ id: string; matched: number; applied: number }>

export type QuotaOutcomeEnd =
  | Readonly<{ kind: 'grant' }>
  | Readonly<{ kind: 'grantWithoutId' }>
  | Readonly<{ kind: 'partial'; limit: number }>
  | Readonly<{ kind: 'deny'; code?: string; reason?: string }>
  | Readonly<{ kind: 'stuck' }>

export type QuotaMatch = Readonly<{
  subscription?: string
  provider?: string
  location?: string
  resource?: string
}>

export type NewQuotaOutcome = Readonly<{
  match?: QuotaMatch
  times?: number
  afterSeconds?: number
  afterPolls?: number
  end: QuotaOutcomeEnd
}>
export type QuotaOutcome = NewQuotaOutcome & Readonly<{ id: string; applied: number }>

export type RequestFilter = Readonly<{
  method?: string
  path?: string
  caller?: string
  status?: number
  after?: number
}>
export type RecordedRequest = Readonly<{
  number: number
  at: string
  method: string
  path: string
  query: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, string>>
  body: unknown
  caller: Readonly<Record<string, string>>
  status: number
  ms: number
  requestId: string
}>

type Texts<Name extends string> = readonly Readonly<Record<Name, string>>[]
export type LoadedSeed = Readonly<{
  accounts: Texts<'name' | 'password' | 'role'>
  clients: Texts<'id' | 'secret'>
  tokens: Texts<'account' | 'description' | 'value'>
  subscriptions: Texts<'id' | 'name' | 'organizationId'>
  /** Anyone who has the seed can use these. */
  fixedSecrets: readonly string[]
}>

type ItemControls<New, Item> = Readonly<{
  add: (item: New) => Promise<Item>
  list: () => Promise<{ value: Item[] }>
  remove: (id: string) => Promise<void>
  clear: () => Promise<void>
}>

export type NewEvent = Readonly<{
  trackingId?: string
  /** Without it, everybody. */
  audience?: Readonly<{
    kind: 'everyone' | 'footprint' | 'subscriptions'
    subscriptions?: string[]
  }>
  eventType:
    | 'ServiceIssue'
    | 'PlannedMaintenance'
    | 'HealthAdvisory'
    | 'RCA'
    | 'EmergingIssues'
    | 'SecurityAdvisory'
    | 'Billing'
  isEventSensitive?: boolean
  isDrill?: boolean
  impact?: { impactedService: string; impactedRegions?: string[] }[]
  allowUnknownNames?: boolean
  /** As in `POST /operator/v1/events`, for example `title`, `summary` and `eventLevel`. */
  properties?: Readonly<Record<string, unknown>>
}>
export type PublishedEvent = Readonly<{ trackingId: string; revisions: number }>

export type NewAvailability = Readonly<{
  availabilityState: 'Available' | 'Unavailable' | 'Degraded' | 'Unknown'
  title?: string
  summary?: string
  location?: string
}>

export type QuotaDecision = Readonly<{
  decision: 'approve' | 'deny'
  reason: string
  limit?: number
  code?: string
}>

export type Delivery = Readonly<{
  id: string
  kind: string
  trackingId?: string
  state: 'pending' | 'delivered' | 'held' | 'withdrawn'
  attempts: readonly Readonly<{ at: string; status?: number; reason?: string }>[]
}>

/** What a test says to the emulator. Each rejects with the message of the server if it fails. */
export type Controls = Readonly<{
  /** As an operator, to everybody unless `audience` says otherwise. */
  publish: (event: NewEvent) => Promise<PublishedEvent>
  resolve: (trackingId: string, end?: { summary?: string }) => Promise<PublishedEvent>
  setAvailability: (resourceId: string, state: NewAvailability) => Promise<void>
  /** Waits up to ten seconds until a request that matches waits for a decision. */
  decide: (match: QuotaMatch, decision: QuotaDecision) => Promise<void>
  /** The latest deliveries of a notification. Without a subscription, of the first one. */
  deliveries: (notification: string, subscription?: string) => Promise<readonly Delivery[]>
  clock: Readonly<{
    read: () => Promise<Clock>
    set: (change: { time?: string; isFrozen?: boolean }) => Promise<MovedClock>
    advance: (by: number | Readonly<{ seconds: number }>) => Promise<MovedClock>
    reset: () => Promise<MovedClock>
  }>
  faults: ItemControls<NewFault, Fault>
  quotaOutcomes: ItemControls<NewQuotaOutcome, QuotaOutcome>
  requests: Readonly<{
    list: (filter?: RequestFilter) => Promise<{ value: RecordedRequest[]; dropped: number }>
    assert: (
      filter: RequestFilter & { atLeast?: number; atMost?: number },
    ) => Promise<{ count: number }>
    clear: () => Promise<void>
  }>
  snapshots: Readonly<{
    take: (name: string) => Promise<{ name: string }>
    restore: (name: string) => Promise<void>
    remove: (name: string) => Promise<void>
  }>
  /** An object as in `samples/schemas/seed.json`, or the saved response of a list operation. */
  seed: (seed: object) => Promise<LoadedSeed>
  reset: () => Promise<void>
}>

const LONGEST_WAIT_MS = 10_000
const LOOK_EVERY_MS = 50

type Waiting = Readonly<Record<string, string>>

const callerOf =
  (url: string, headers: Readonly<Record<string, string>>) =>
  async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(messageIn(text) ?? `${method} ${path}: ${response.status}`)
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }

export const controlCaller = (url: string, key = '') =>
  callerOf(`${url}/emulator/v1`, { 'x-binnacle-control-key': key })

type Settings = Readonly<Record<string, string>>

export const controlsAt = (url: string, settings: Settings): Controls => ({
  ...emulatorControls(controlCaller(url, settings.BINNACLE_CONTROL_KEY)),
  ...operatorControls(url, settings.OPERATOR),
  async deliveries(notification, subscription = settings.AZURE_SUBSCRIPTION_ID) {
    const call = callerOf(url, await signInAutomation(url, settings))
    const path = `/notifications/v1/subscriptions/${subscription}/notifications/${notification}`
    return (await call<{ value: Delivery[] }>('GET', `${path}/deliveries`)).value
  },
})

/** As the service account of the sample data, which is an owner of each subscription. */
async function signInAutomation(url: string, settings: Settings) {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: settings.AZURE_CLIENT_ID ?? '',
    client_secret: settings.AZURE_CLIENT_SECRET ?? '',
    scope: `${settings.BINNACLE_URL}/.default`,
  })
  const response = await fetch(`${url}/adfs/oauth2/token`, { method: 'POST', body })
  if (!response.ok) throw new Error(`The sample client could not sign in: ${response.status}`)
  const { access_token } = (await response.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}

type OperatorVerb = 'publish' | 'resolve' | 'setAvailability' | 'decide'

function operatorControls(url: string, bearer = ''): Pick<Controls, OperatorVerb> {
  const call = callerOf(`${url}/operator/v1`, { authorization: `Bearer ${bearer}` })
  async function findWaiting(match: QuotaMatch): Promise<Waiting> {
    const until = performance.now() + LONGEST_WAIT_MS
    for (;;) {
      const { value } = await call<{ value: Waiting[] }>('GET', '/quota/waiting')
      const found = value.find((one) => isMatch(one, match))
      if (found) return found
      if (performance.now() > until) {
        throw new Error(`No waiting quota request matches ${JSON.stringify(match)}.`)
      }
      await delay(LOOK_EVERY_MS)
    }
  }
  return {
    publish: (event) => call('POST', '/events', { audience: { kind: 'everyone' }, ...event }),
    resolve: (trackingId, end = {}) =>
      call('POST', `/events/${encodeURIComponent(trackingId)}/resolve`, end),
    setAvailability(resourceId, state) {
      const [, , subscription] = resourceId.split('/')
      const set = [{ resourceId, ...state }]
      return call('PATCH', `/subscriptions/${subscription}/availability`, { set })
    },
    async decide(match, decision) {
      const { subscriptionId, requestId, subRequestId } = await findWaiting(match)
      const path = `/subscriptions/${subscriptionId}/quota/requests/${requestId}/${subRequestId}`
      await call('POST', `${path}/decision`, decision)
    },
  }
}

const isMatch = (waiting: Waiting, { subscription, ...match }: QuotaMatch) =>
  Object.entries({ ...match, ...(subscription && { subscriptionId: subscription }) }).every(
    ([name, value]) => value === waiting[name],
  )

function emulatorControls(
  call: ReturnType<typeof callerOf>,
): Omit<Controls, OperatorVerb | 'deliveries'> {
  const itemsAt = <New extends object, Item>(path: string): ItemControls<New, Item> => ({
    add: (item) => call('POST', path, item),
    list: () => call('GET', path),
    remove: (id) => call('DELETE', `${path}/${encodeURIComponent(id)}`),
    clear: () => call('DELETE', path),
  })
  const query = (filter: RequestFilter) =>
    new URLSearchParams(
      Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
    )
  return {
    clock: {
      read: () => call('GET', '/clock'),
      set: (change) => call('PUT', '/clock', change),
      advance: (by) =>
        call('POST', '/clock/advance', typeof by === 'number' ? { seconds: by } : by),
      reset: () => call('DELETE', '/clock'),
    },
    faults: itemsAt('/faults'),
    quotaOutcomes: itemsAt('/quota-outcomes'),
    requests: {
      list: (filter = {}) => call('GET', `/requests?${query(filter)}`),
      assert: (filter) => call('POST', '/requests/assert', filter),
      clear: () => call('DELETE', '/requests'),
    },
    snapshots: {
      take: (name) => call('POST', '/snapshots', { name }),
      restore: (name) => call('POST', `/snapshots/${encodeURIComponent(name)}/restore`, {}),
      remove: (name) => call('DELETE', `/snapshots/${encodeURIComponent(name)}`),
    },
    seed: (seed) => call('POST', '/seed', seed),
    reset: () => call('POST', '/reset', {}),
  }
}

function messageIn(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { error?: { message?: string } }).error?.message
  } catch {
    return undefined
  }
}
