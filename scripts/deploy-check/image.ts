import { execFileSync } from 'node:child_process'
import { findFreePort } from '../../src/processes/dev/free-port.ts'
import { buildImages, type Image, TARGETS } from '../image/images.ts'
import type { Materials } from '../image/materials.ts'
import {
  type Ended,
  readStatus,
  runSandboxed,
  type Sandbox,
  type Sandboxed,
  startSandboxed,
  waitForResponse,
  withEmptyDatabase,
  withSecret,
} from './sandbox.ts'

/** Of the image without the bundled PostgreSQL, uncompressed. */
const LARGEST_BYTES = 250e6
const USER = 10001
const SECRET = '/run/secrets/secret.key'
const READ_ONLY = `require('fs').writeFileSync('/opt/binnacle/written', '')`

type Start = (args: readonly string[], env?: Record<string, string>) => Sandbox

/** Builds the images, and starts every command in their root file systems as a container host would. */
export async function checkImages(materials: Materials): Promise<string[]> {
  const images = buildImages(materials)
  const faults = TARGETS.flatMap((target) => checkContent(target, images[target]))
  const megabytes = TARGETS.map((target) => `${target} ${toMegabytes(images[target].bytes)} MB`)
  console.log(`images, uncompressed: ${megabytes.join(', ')}`)
  if (images.binnacle.bytes > LARGEST_BYTES) {
    faults.push(`the image binnacle is larger than ${toMegabytes(LARGEST_BYTES)} MB`)
  }
  const processes = await withSecret(USER, (secret) => checkProcesses(images.binnacle, secret))
  return [...faults, ...processes, ...(await checkDev(images.dev))]
}

const toMegabytes = (bytes: number) => Math.round(bytes / 1e6)

function checkContent(target: string, { root, config }: Image): string[] {
  const find = (...tests: string[]) =>
    execFileSync('find', [root, '-xdev', ...tests], { encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
  const privileged = find('-type', 'f', '-perm', '/6000')
  const owned = find('-user', String(USER), '!', '-path', `${root}/data`)
  // A folder such as /tmp, in which everybody can delete only their own files, is meant for everybody.
  const writable = find('-type', 'f,d', '-perm', '-0002', '!', '-perm', '-1000')
  const { User, Healthcheck, StopSignal } = config
  return [
    ...(privileged.length > 0 ? [`${target}: setuid or setgid: ${privileged.join(', ')}`] : []),
    ...(owned.length > 0 ? [`${target}: owned by its user: ${owned.join(', ')}`] : []),
    ...(writable.length > 0 ? [`${target}: writable by everybody: ${writable.join(', ')}`] : []),
    ...(/^[1-9]\d*:[1-9]\d*$/.test(User) ? [] : [`${target}: runs as ${User}`]),
    ...(Healthcheck && StopSignal === 'SIGTERM'
      ? []
      : [`${target}: no health check or stop signal`]),
  ]
}

/** How a command of the image is started; without one, how the image starts by itself. */
const startOf =
  (
    { root, config }: Image,
    reads: Record<string, string>,
    settings: Record<string, string>,
  ): Start =>
  (args, env = {}) => ({
    root,
    reads,
    user: Number.parseInt(config.User, 10),
    folder: config.WorkingDir,
    command: [...config.Entrypoint, ...(args.length > 0 ? args : config.Cmd)],
    env: { ...Object.fromEntries(config.Env.map(splitVariable)), ...settings, ...env },
  })

const splitVariable = (variable: string): [string, string] => {
  const at = variable.indexOf('=')
  return [variable.slice(0, at), variable.slice(at + 1)]
}

const checkProcesses = (image: Image, secret: string): Promise<string[]> =>
  withEmptyDatabase(async (DATABASE_URL) => {
    const [PORT, metricsPort] = [String(await findFreePort()), String(await findFreePort())]
    const ports = { PORT, METRICS_ADDRESS: `127.0.0.1:${metricsPort}`, DRAIN_SECONDS: '0' }
    const settings = { DATABASE_URL, SECRET_KEY_FILE: SECRET, ...ports }
    const start = startOf(image, { [SECRET]: secret }, settings)
    return [
      ...judge('migrate', await runSandboxed(start(['migrate'])), 0, 'applied '),
      ...judge('migrate again', await runSandboxed(start(['migrate'])), 0, 'is up to date'),
      ...(await checkServe(image, start, `http://127.0.0.1:${PORT}`)),
      ...(await checkWork(image, start, `http://127.0.0.1:${metricsPort}/metrics`)),
    ]
  })

async function checkServe(image: Image, start: Start, url: string): Promise<string[]> {
  const serving = await startSandboxed(start([]))
  await waitForResponse(`${url}/readyz`, serving)
  const page = await (await fetch(url)).text()
  const health = startHealth(image, start)
  const faults = [
    ...checkIdentity('serve', serving),
    ...judge('health check of serve', await runSandboxed(health()), 0, '/livez: 200'),
    ...(page.includes('<script') ? [] : ['serve: the image has no portal']),
    ...judge('serve', await serving.stop(), 0, '"msg":"stopped"'),
    ...judge('health check after the stop', await runSandboxed(health()), 1, 'ECONNREFUSED'),
  ]
  const written = { ...health(), command: ['/usr/local/bin/node', '-e', READ_ONLY] }
  return [...faults, ...judge('a write to the image', await runSandboxed(written), 1, 'EROFS')]
}

async function checkWork(image: Image, start: Start, url: string): Promise<string[]> {
  const working = await startSandboxed(start(['work']))
  await waitForResponse(url, working)
  const health = await runSandboxed(startHealth(image, start)('work'))
  return [
    ...checkIdentity('work', working),
    ...judge('health check of work', health, 0, '/metrics: 200'),
    ...judge('work', await working.stop(), 0, '"msg":"stopped"'),
  ]
}

/** The command of the image's health check, with the same settings as the process that it checks. */
function startHealth({ config }: Image, start: Start) {
  const [, ...command] = config.Healthcheck?.Test ?? []
  return (...args: string[]): Sandbox => ({ ...start([]), command: [...command, ...args] })
}

function checkIdentity(name: string, { pid }: Sandboxed): string[] {
  const [uid = '', capabilities, privileges] = ['Uid', 'CapEff', 'NoNewPrivs'].map((line) =>
    readStatus(pid, line),
  )
  const isConfined = uid.startsWith(`${USER}\t`) && Number.parseInt(`${capabilities}`, 16) === 0
  console.log(`image: ${name} runs as ${uid.split('\t')[0]}, capabilities ${capabilities}`)
  return isConfined && privileges === '1'
    ? []
    : [`${name}: uid ${uid}, capabilities ${capabilities}`]
}

/** With the bundled PostgreSQL, from nothing to an answer and back. */
async function checkDev(image: Image): Promise<string[]> {
  const [PORT, TLS_PORT] = [String(await findFreePort()), String(await findFreePort())]
  const dev = await startSandboxed(startOf(image, {}, { PORT, TLS_PORT })([]))
  await waitForResponse(`http://127.0.0.1:${PORT}/readyz`, dev)
  const health = startHealth(image, startOf(image, {}, { PORT }))
  return [
    ...checkIdentity('dev', dev),
    ...judge('health check of dev', await runSandboxed(health()), 0, '/livez: 200'),
    ...judge('dev', await dev.stop(), 0, 'Stopping.'),
  ]
}

function judge(name: string, { code, output }: Ended, expected: number, printed: string): string[] {
  const isRight = code === expected && output.includes(printed)
  console.log(`image: ${name}: ${isRight ? 'as expected' : 'FAILED'} (exit code ${code})`)
  return isRight
    ? []
    : [`${name}: exit code ${code}, without "${printed}":\n${output.slice(-2000)}`]
}
