/** `import { startBinnacle } from 'binnacle/emulator'`: an emulator of its own for a test. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import tls from 'node:tls'
import { fileURLToPath } from 'node:url'
import { type Controls, controlCaller, controlsAt, type LoadedSeed } from './controls.ts'

export type * from './controls.ts'

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

export type Binnacle = Controls &
  Readonly<{
    /** What each published client reads from the environment. */
    settings: Readonly<Record<string, string>>
    /** The address without TLS, and the one with TLS that links use. */
    httpUrl: string
    httpsUrl: string
    accounts: LoadedSeed['accounts']
    subscriptions: readonly Readonly<{ id: string; name: string }>[]
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

async function cloneAt(url: string, key?: string): Promise<Binnacle> {
  const call = controlCaller(url, key)
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
  // That of an emulator on another machine is not here to be read.
  if (existsSync(addresses.authority)) trust(readFileSync(addresses.authority, 'utf8'))
  return {
    ...controlsAt(httpUrl, settings),
    settings: { ...settings, BINNACLE_HTTP_URL: httpUrl },
    httpUrl,
    httpsUrl: settings.BINNACLE_URL ?? '',
    accounts,
    subscriptions,
    clone: () => cloneAt(httpUrl, settings.BINNACLE_CONTROL_KEY),
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** Node reads NODE_EXTRA_CA_CERTS when it starts, and this authority is made later. */
function trust(authority: string): void {
  const trusted = tls.getCACertificates('default')
  if (!trusted.includes(authority)) tls.setDefaultCACertificates([...trusted, authority])
}

const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'LANG', 'SystemRoot', 'NODE_EXTRA_CA_CERTS']
/** Settings of another emulator that were pasted into this shell must not reach this one. */
const inherited = () => Object.fromEntries(INHERITED.map((name) => [name, process.env[name]]))

type Started = Pick<Binnacle, 'accounts' | 'subscriptions'> & {
  settings: Record<string, string>
  addresses: { api: string[]; authority: string }
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
