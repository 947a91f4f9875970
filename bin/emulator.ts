/** `import { startBinnacle } from 'binnacle/emulator'`: an emulator of its own for a test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export type StartOptions = Readonly<{
  /** No sample data: only an operator and a service account. */
  empty?: boolean
  /** Files with data instead of the sample data. */
  seeds?: readonly string[]
  /** A folder that keeps the data. Without it, all data is deleted at the end. */
  data?: string
  /** The URL of an empty PostgreSQL database. Without it, a server is started. */
  database?: string
  /** Settings of the server, as environment variables. */
  env?: Readonly<Record<string, string>>
  /** How long the start may take. The default is 60,000. */
  startTimeoutMs?: number
}>

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
  | Readonly<{ kind: 'partial'; limit: number }>
  | Readonly<{ kind: 'deny'; code?: string; reason?: string }>
  | Readonly<{ kind: 'stuck' }>

export type NewQuotaOutcome = Readonly<{
  match?: Readonly<{
    subscription?: string
    provider?: string
    location?: string
    resource?: string
  }>
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

/** The controls of the emulator. Each rejects with the message of the server if it fails. */
export type Controls = Readonly<{
  clock: Readonly<{
    read: () => Promise<Clock>
    set: (change: { time?: string; isFrozen?: boolean }) => Promise<MovedClock>
    advance: (seconds: number) => Promise<MovedClock>
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
  /** An object as in `schemas/seed.json`, or the saved response of a list operation. */
  seed: (seed: object) => Promise<LoadedSeed>
  reset: () => Promise<void>
}>

export type Binnacle = Readonly<{
  /** What each published client reads from the environment. */
  settings: Readonly<Record<string, string>>
  /** The address without TLS, and the one with TLS that links use. */
  httpUrl: string
  httpsUrl: string
  accounts: Texts<'name' | 'password' | 'role'>
  subscriptions: Texts<'id' | 'name'>
  controls: Controls
  /** Another emulator in the same process and on the same PostgreSQL, with the data after the start of this one. */
  clone: () => Promise<Binnacle>
  /** Ends the emulator and deletes its data, unless `data` or `database` was set. */
  stop: () => Promise<void>
  [Symbol.asyncDispose]: () => Promise<void>
}>

const OWN_NAME = import.meta.url.endsWith('.ts') ? './binnacle.ts' : './binnacle.js'
const PROGRAM = fileURLToPath(new URL(OWN_NAME, import.meta.url))
const START_TIMEOUT_MS = 60_000

/** Starts an emulator on free ports. It ends with `stop`, and with this process, however that ends. */
export async function startBinnacle(options: StartOptions = {}): Promise<Binnacle> {
  const { empty, seeds = [], data, database, env, startTimeoutMs = START_TIMEOUT_MS } = options
  const args = [
    ...['dev', '--port', '0', '--tls-port', '0', '--output', 'json', '--stop-with-stdin'],
    ...(empty ? ['--empty'] : []),
    ...seeds.flatMap((file) => ['--seed', file]),
    ...(data === undefined ? [] : ['--data', data]),
    ...(database === undefined ? [] : ['--database', database]),
  ]
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...inherited(), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const started = await readStart(child, startTimeoutMs)
  return open(started, async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.stdin?.end()
    await ended
  })
}

/** Another instance of an emulator that runs already, for example in a test file of its own. */
export async function cloneBinnacle(
  settings: Readonly<Record<string, string | undefined>>,
): Promise<Binnacle> {
  const { BINNACLE_HTTP_URL = '', BINNACLE_CONTROL_KEY = '' } = settings
  return cloneAt(BINNACLE_HTTP_URL, BINNACLE_CONTROL_KEY)
}

async function cloneAt(url: string, key: string): Promise<Binnacle> {
  const call = callerOf(url, key)
  const { id, started } = await call<{ id: string; started: Started }>('POST', '/instances', {})
  let isStopped = false
  return open(started, async () => {
    if (isStopped) return
    isStopped = true
    await call('DELETE', `/instances/${id}`)
  })
}

function open(started: Started, stop: () => Promise<void>): Binnacle {
  const { settings, addresses, accounts, subscriptions } = started
  const httpUrl = addresses.api.find((url) => url.startsWith('http:')) ?? ''
  const key = settings.BINNACLE_CONTROL_KEY ?? ''
  return {
    settings: { ...settings, BINNACLE_HTTP_URL: httpUrl },
    httpUrl,
    httpsUrl: settings.BINNACLE_URL ?? '',
    accounts,
    subscriptions,
    controls: controlsAt(httpUrl, key),
    clone: () => cloneAt(httpUrl, key),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'SystemRoot', 'NODE_EXTRA_CA_CERTS']
/** Settings of another emulator that were pasted into this shell must not reach this one. */
const inherited = () => Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]))

type Started = Pick<Binnacle, 'accounts' | 'subscriptions'> & {
  settings: Record<string, string>
  addresses: { api: string[] }
}

/** The first line is all there is to read. Without it, the reason is on standard error. */
async function readStart(child: ChildProcess, timeoutMs: number): Promise<Started> {
  const { stdout, stderr } = child
  if (!stdout || !stderr) throw new Error('The emulator has no output.')
  let errors = ''
  stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = `${errors}${text}`.slice(-10_000)
  })
  const lines = createInterface({ input: stdout })
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const [line] = await Promise.race([
      once(lines, 'line', { signal }),
      once(child, 'exit').then(() => Promise.reject(new Error('it ended'))),
    ])
    return JSON.parse(String(line)) as Started
  } catch (cause) {
    child.kill('SIGKILL')
    throw new Error(`The emulator did not start. ${errors}`, { cause })
  }
}

const callerOf =
  (url: string, key: string) =>
  async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${url}/emulator/v1${path}`, {
      method,
      headers: {
        'x-binnacle-control-key': key,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(messageIn(text) ?? `${method} ${path}: ${response.status}`)
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }

function controlsAt(url: string, key: string): Controls {
  const call = callerOf(url, key)
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
      advance: (seconds) => call('POST', '/clock/advance', { seconds }),
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
