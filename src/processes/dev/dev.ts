import { once } from 'node:events'
import { openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInstances } from '../../emulator/instances/instances.ts'
import { undoUnfinished } from '../../emulator/seed/actions.ts'
import { jobQueues } from '../../jobs.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openLog } from '../../platform/log.ts'
import { openLogOutput } from '../../platform/log-output.ts'
import { makeMetrics } from '../../platform/metrics/metrics.ts'
import { isLoopback } from '../../platform/settings/loopback.ts'
import { type Banner, settingsOf, toBanner, toJson } from './banner.ts'
import { bundleTrusted, type Certificate, makeCertificate } from './certificate.ts'
import { type Environment, nameOf, openConfigs, portsOf } from './configs.ts'
import { type CloneDeps, openClones, type SharedBanner } from './emulator/clones.ts'
import { openEmulator } from './emulator/emulator.ts'
import { type EnvFile, openEnvFile } from './env-file.ts'
import { openFolder } from './files.ts'
import { type DevOptions, parseOptions } from './options.ts'
import { bindPort } from './ports.ts'
import { startPostgres } from './postgres.ts'
import { readStartData } from './seed/start-data.ts'
import { withDb } from './with-db.ts'
import { openWorld } from './world-file.ts'

/** A whole installation for one person: database, certificates, sample world. It ends without a trace. */
export async function runDev(args: string[], inherited: NodeJS.ProcessEnv): Promise<void> {
  const startedAt = performance.now()
  const env = withoutPrinted(inherited)
  const options = parseOptions(args, env)
  const stopping = listenForStop(options)
  warnOf(options, args, env)
  await using ends = new AsyncDisposableStack()
  // Before anything is made: what fails here leaves the folder as it was.
  const plain = ends.use(await bindPlain(options))
  const secure = ends.use(await bindPort(options.tlsPort, options.host))
  const envFile = options.envFile === undefined ? undefined : openEnvFile(options.envFile)
  const folder = await openFolder(options.data)
  if (!options.data) ends.defer(() => rmSync(folder.path, { recursive: true, force: true }))
  const [postgres, certificate, { startServer }] = await openParts(options, folder.path, env)
  if (postgres) ends.defer(() => postgres.stop())
  const name = nameOf(options.host)
  const urls = urlsOf(name, plain, secure)
  const configAt = openConfigs(options.host, folder.path, certificate)
  const config = configAt(env, portsOf(plain, secure), options.database ?? postgres?.url)
  const data = readStartData(options, config.vendorNamespace)
  const world = openWorld(folder, config, postgres !== undefined)
  await world.refuseForeign()
  // Before the tables change: its copy has those of the release that loaded the seed.
  if (options.data ?? options.database) await withDb(config.databaseUrl, undoUnfinished)
  await migrate(config.databaseUrl, jobQueues)
  const operator = await world.begin(options)
  const logFile = join(folder.path, 'binnacle.log')
  const output = openLogOutput(openSync(logFile, 'a', 0o600))
  const log = openLog(config.logLevel, output)
  const sockets = { plain: plain?.socket, secure: secure.socket }
  const shared = Promise.withResolvers<SharedBanner>()
  const instances = openInstances(postgres !== undefined && !options.data, {
    ...{ startServer, log, host: options.host, nameOfHost: name },
    databaseUrl: config.databaseUrl,
    // The address that the environment names is that of the first instance.
    configAt: (...at) => configAt({ ...env, PUBLIC_URL: undefined }, ...at),
    shared: shared.promise,
  })
  const findOperator = async () => (await shared.promise).world.operatorId
  const emulator = openEmulator(config, { instances, findOperator })
  const server = await startServer(config, { log, metrics: makeMetrics() }, sockets, emulator)
  ends.defer(() => output.close())
  ends.defer(() => server.stop(0))
  ends.defer(() => instances.stop())
  const found = await world.finish(operator, data, emulator.seedDepsOf)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const trustedFile = bundleTrusted(folder.path, certificate.caFile, env.NODE_EXTRA_CA_CERTS)
  const where = {
    caFile: certificate.caFile,
    trustedFile,
    logFile,
    keeps: options.data,
    isOwnDatabase: options.database !== undefined,
    seconds,
    ...found,
  }
  shared.resolve(where)
  if (!stopping.signal.aborted) {
    ends.defer(() => envFile?.remove())
    show({ ...where, ...urls, config, controlKey: emulator.controlKey }, options, envFile)
    await once(stopping.signal, 'abort')
  }
  console.error('Stopping.')
  if (options.stopWithStdin) process.stdin.destroy()
}

function show(banner: Banner, { output }: DevOptions, envFile: EnvFile | undefined): void {
  envFile?.write(settingsOf(banner))
  console.log(output === 'json' ? toJson(banner) : toBanner(banner))
}

/** Data that is kept is not for tests, and a database of somebody else is not ours to copy. */
const openInstances = (isPossible: boolean, deps: CloneDeps) =>
  createInstances(isPossible ? openClones(deps) : undefined)

function listenForStop({ stopWithStdin }: DevOptions): AbortController {
  const stopping = new AbortController()
  // Not once: whoever presses Ctrl-C twice must not cut short what the first began.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort())
  // A file such as /dev/null ends and does not close.
  const stop = () => stopping.abort()
  if (stopWithStdin) process.stdin.resume().once('end', stop).once('close', stop)
  return stopping
}

const bindPlain = async ({ port, host }: DevOptions) =>
  port === 'off' ? undefined : bindPort(port, host)

type Bound = Readonly<{ port: number }>

const urlsOf = (name: string, plain: Bound | undefined, secure: Bound) => ({
  httpUrl: plain && `http://${name}:${plain.port}`,
  httpsUrl: `https://${name}:${secure.port}`,
})

/** The server is loaded while the database makes itself ready. */
const openParts = ({ data, database, host }: DevOptions, path: string, env: Environment) =>
  Promise.all([
    database ? undefined : startPostgres(path, { keeps: data !== undefined }),
    findCertificate(path, host, env),
    loadServer(),
  ])

const loadServer = () => import('../serve.ts')

/** An emulator prints these for other terminals; pasted there, they must not reach the next one. */
function withoutPrinted(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (!env.BINNACLE_CONTROL_KEY) return env
  console.error(
    'This terminal has the settings of another emulator. Ignoring its DATABASE_URL, PUBLIC_URL and SECRET_KEY_FILE.',
  )
  const { DATABASE_URL, PUBLIC_URL, SECRET_KEY_FILE, ...others } = env
  return others
}

function warnOf({ host, database }: DevOptions, args: readonly string[], env: Environment): void {
  if (!isLoopback(host)) {
    console.error(
      `Warning: listening on ${host}. Anyone who can reach this machine can use the emulator, which is designed for one person.`,
    )
  }
  if (database && !args.some((word) => word.startsWith('--database'))) {
    console.error(
      'Using the database in DATABASE_URL. To use a new database instead, unset DATABASE_URL.',
    )
  }
  const taken = ['PUBLIC_URL', 'SECRET_KEY_FILE'].filter((name) => env[name])
  if (taken.length > 0) {
    console.error(
      `Using ${taken.join(' and ')} from the environment. To use the defaults instead, unset them.`,
    )
  }
}

/** One that the environment names is its own authority, as far as we know. */
async function findCertificate(path: string, host: string, env: Environment): Promise<Certificate> {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = env
  if (!certFile && !keyFile) return makeCertificate(path, host)
  if (certFile && keyFile) return { caFile: certFile, certFile, keyFile }
  throw new Error('TLS_CERT_FILE and TLS_KEY_FILE: set both, or neither.')
}
