import { once } from 'node:events'
import { existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { bootstrapOperator } from '../../areas/app-management/owners/actions.ts'
import { isInstalled } from '../../directory/accounts/actions.ts'
import { waitForDueJobs } from '../../emulator/clock/actions.ts'
import { createInstances } from '../../emulator/instances/instances.ts'
import { takeStartSnapshot } from '../../emulator/snapshots/actions.ts'
import { jobQueues } from '../../jobs.ts'
import { readSeal } from '../../platform/crypto/seal.ts'
import {
  connect,
  type Db,
  RUNS_ONCE,
  STARTUP_CONNECT_TIMEOUT_MS,
} from '../../platform/db/connect.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openLog } from '../../platform/log.ts'
import { openLogOutput } from '../../platform/log-output.ts'
import { makeMetrics } from '../../platform/metrics.ts'
import { isLoopback } from '../../platform/settings/loopback.ts'
import { systemProductTime } from '../../platform/time.ts'
import type { Config } from '../../settings.ts'
import { makeFirstLink } from '../bootstrap.ts'
import { fillCatalogue } from '../load-catalogue.ts'
import { type Banner, settingsOf, toBanner, toJson } from './banner.ts'
import { bearerMaker } from './bearer.ts'
import { bundleTrusted, type Certificate, makeCertificate } from './certificate.ts'
import { type Environment, nameOf, openConfigs, portsOf } from './configs.ts'
import { type CloneDeps, openClones, type SharedBanner } from './emulator/clones.ts'
import { openEmulator } from './emulator/emulator.ts'
import { type EnvFile, openEnvFile } from './env-file.ts'
import { type Folder, openFolder, writeWhole } from './files.ts'
import { type DevOptions, parseOptions } from './options.ts'
import { bindPort } from './ports.ts'
import { startPostgres } from './postgres.ts'
import { type FirstOperator, makeWorld, OPERATOR, type World } from './world.ts'

/** A whole installation for one person: database, certificates, sample world. It ends without a trace. */
export async function runDev(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const startedAt = performance.now()
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
  // The server is loaded while the database makes itself ready.
  const [postgres, certificate, { startServer }] = await Promise.all([
    options.database
      ? undefined
      : startPostgres(folder.path, { keeps: options.data !== undefined }),
    findCertificate(folder.path, options.host, env),
    loadServer(),
  ])
  if (postgres) ends.defer(() => postgres.stop())
  const name = nameOf(options.host)
  const httpUrl = plain && `http://${name}:${plain.port}`
  const httpsUrl = `https://${name}:${secure.port}`
  const configAt = openConfigs(options.host, folder.path, certificate)
  const config = configAt(env, portsOf(plain, secure), options.database ?? postgres?.url)
  const world = openWorld(folder, config)
  await world.refuseForeign(postgres !== undefined)
  await migrate(config.databaseUrl, jobQueues)
  const operator = await world.begin(postgres !== undefined, options.empty)
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
  const emulator = openEmulator(config, undefined, instances)
  const server = await startServer(config, { log, metrics: makeMetrics() }, sockets, emulator)
  ends.defer(() => output.close())
  ends.defer(() => server.stop(0))
  ends.defer(() => instances.stop())
  const { caFile } = certificate
  const url = httpUrl ?? trust(httpsUrl, caFile)
  const found = await world.finish(url, operator, options.empty)
  emulator.clearRequests()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const trustedFile = bundleTrusted(folder.path, caFile, env.NODE_EXTRA_CA_CERTS)
  const where = { caFile, trustedFile, logFile, keeps: options.data, seconds, ...found }
  shared.resolve(where)
  if (!stopping.signal.aborted) {
    ends.defer(() => envFile?.remove())
    const banner = { ...where, config, httpUrl, httpsUrl, controlKey: emulator.controlKey }
    show(banner, options, envFile)
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
  if (stopWithStdin) process.stdin.resume().once('close', () => stopping.abort())
  return stopping
}

const bindPlain = async ({ port, host }: DevOptions) =>
  port === 'off' ? undefined : bindPort(port, host)

/** The sample world is made through it by this very process, for which nobody has set the authority. */
function trust(httpsUrl: string, caFile: string): string {
  setDefaultCACertificates([...getCACertificates(), readFileSync(caFile, 'utf8')])
  return httpsUrl
}

const loadServer = () => import('../serve.ts')

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
  // An emulator prints these for other terminals; pasted there, they also reach the next one.
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

/** Secrets are told once; whoever keeps the data keeps what was told, in a file only they can read. */
function openWorld(folder: Folder, config: Config) {
  const file = folder.worldFile
  const { publicUrl: origin, vendorNamespace: vendor, secretKeyFile = '' } = config
  const { databaseUrl } = config
  const readWorld = () => JSON.parse(readFileSync(file, 'utf8')) as World
  /** A database of somebody else is not thrown away with a start that failed: the next one goes on with it. */
  const unfinishedFile = join(folder.path, 'operator.json')
  const readUnfinished = (): FirstOperator | undefined => {
    if (!existsSync(unfinishedFile)) return undefined
    const kept = JSON.parse(readFileSync(unfinishedFile, 'utf8'))
    return kept.databaseUrl === databaseUrl ? kept.operator : undefined
  }
  const withDb = async <T>(use: (db: Db) => Promise<T>): Promise<T> => {
    const db = connect(config.databaseUrl, {
      ...RUNS_ONCE,
      size: 2,
      maxWaitMs: STARTUP_CONNECT_TIMEOUT_MS,
    })
    try {
      return await use(db)
    } finally {
      await db.destroy()
    }
  }
  return {
    /** Before it is migrated: a database that others use is not ours to change. */
    refuseForeign: async (isOurs: boolean) => {
      if (isOurs || existsSync(file) || readUnfinished()) return
      if (await withDb(isInstalled)) throw databaseInUse()
    },
    begin: (isOurs: boolean, empty: boolean) =>
      withDb(async (db) => {
        if (existsSync(file)) return empty ? refuseSamples(readWorld(), folder.path) : undefined
        if (isOurs) return makeOperator(db, folder.path)
        const operator = readUnfinished() ?? (await makeOperator(db, undefined))
        writeWhole(unfinishedFile, JSON.stringify({ databaseUrl, operator }))
        return operator
      }),
    finish: (url: string, operator: FirstOperator | undefined, empty: boolean) =>
      withDb(async (db) => {
        const makeBearer = bearerMaker(db, readSeal(secretKeyFile), config)
        if (operator) {
          await fillCatalogue(db, vendor)
          const made = await makeWorld({ url, origin, vendor, makeBearer }, operator, { empty })
          writeWhole(file, JSON.stringify(made))
          rmSync(unfinishedFile, { force: true })
          folder.finish()
        }
        // Quota requests of the sample data would otherwise be decided again after each reset.
        await waitForDueJobs(db)
        await takeStartSnapshot(db)
        const world = readWorld()
        // Anew with each start: it names the address, which may be another one now.
        return { world, operatorBearer: await makeBearer(world.operatorId, 'account') }
      }),
  }
}

function refuseSamples({ subscriptions }: World, path: string): undefined {
  if (subscriptions.length === 0) return undefined
  throw new Error(`${path} contains the sample data. Choose another folder, or omit --empty.`)
}

const databaseInUse = (cause?: unknown) =>
  new Error(
    'The database already contains an installation whose secrets are not in this folder. Use an empty database, or the --data folder of that installation.',
    { cause },
  )

/** `folder`: where the database is, if it is ours. */
async function makeOperator(db: Db, folder: string | undefined): Promise<FirstOperator> {
  const { name } = OPERATOR
  const operator = { name, email: `${name}@example.com`, at: systemProductTime() }
  try {
    const made = await bootstrapOperator(db, operator, makeFirstLink)
    return { id: made.accountId, token: made.tokenValue, linkSecret: made.linkSecret ?? '' }
  } catch (cause) {
    if (!folder) throw databaseInUse(cause)
    const file = join(folder, 'world.json')
    throw new Error(
      `${file} is missing. It contains the only copy of the secrets of this installation. Restore the file, or delete the folder and start again.`,
      { cause },
    )
  }
}
