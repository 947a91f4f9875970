import { once } from 'node:events'
import { existsSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { bootstrapOperator } from '../../areas/app-management/owners/actions.ts'
import { isInstalled } from '../../directory/accounts/actions.ts'
import { takeStartSnapshot } from '../../emulator/snapshots/actions.ts'
import { jobQueues } from '../../jobs.ts'
import { readSeal } from '../../platform/crypto/seal.ts'
import { DEFAULT_ADMISSION } from '../../platform/db/admission.ts'
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
import { type Config, readConfig, withOldNames } from '../../settings.ts'
import { makeFirstLink } from '../bootstrap.ts'
import { fillCatalogue } from '../load-catalogue.ts'
import { settingsOf, toBanner, toJson } from './banner.ts'
import { bearerMaker } from './bearer.ts'
import { bundleTrusted, type Certificate, makeCertificate } from './certificate.ts'
import { openEmulator } from './emulator.ts'
import { openEnvFile } from './env-file.ts'
import { type Folder, makeKey, openFolder, writeWhole } from './files.ts'
import { type DevOptions, LOOPBACK, parseOptions } from './options.ts'
import { bindPort } from './ports.ts'
import { startPostgres } from './postgres.ts'
import { type FirstOperator, makeWorld, OPERATOR, type World } from './world.ts'

type Environment = Readonly<Record<string, string | undefined>>

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
  const config = configOf(env, {
    PUBLIC_URL: httpsUrl,
    SECRET_KEY_FILE: makeKey(folder.path),
    TLS_CERT_FILE: certificate.certFile,
    TLS_KEY_FILE: certificate.keyFile,
    DATABASE_URL: options.database ?? postgres?.url,
    HOST: options.host,
    PORT: String(plain?.port ?? 'off'),
    TLS_PORT: String(secure.port),
  })
  const world = openWorld(folder, config)
  await world.refuseForeign(postgres !== undefined)
  await migrate(config.databaseUrl, jobQueues)
  const operator = await world.begin(postgres !== undefined, options.empty)
  const logFile = join(folder.path, 'binnacle.log')
  const output = openLogOutput(openSync(logFile, 'a', 0o600))
  const log = openLog(config.logLevel, output)
  const sockets = { plain: plain?.socket, secure: secure.socket }
  const emulator = openEmulator(config)
  const watch = { log, metrics: makeMetrics() }
  const server = await startServer(config, watch, sockets, emulator)
  ends.defer(() => output.close())
  ends.defer(() => server.stop(0))
  const { caFile } = certificate
  const url = httpUrl ?? trust(httpsUrl, caFile)
  const found = await world.finish(url, operator, options.empty)
  emulator.clearRequests()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const trustedFile = bundleTrusted(folder.path, caFile, env.NODE_EXTRA_CA_CERTS)
  const where = { config, httpUrl, httpsUrl, caFile, trustedFile, logFile, keeps: options.data }
  if (!stopping.signal.aborted) {
    ends.defer(() => envFile?.remove())
    const banner = { ...where, controlKey: emulator.controlKey, seconds, ...found }
    envFile?.write(settingsOf(banner))
    console.log(options.output === 'json' ? toJson(banner) : toBanner(banner))
    await once(stopping.signal, 'abort')
  }
  console.error('Stopping.')
  if (options.stopWithStdin) process.stdin.destroy()
}

function listenForStop({ stopWithStdin }: DevOptions): AbortController {
  const stopping = new AbortController()
  // Not once: whoever presses Ctrl-C twice must not cut short what the first began.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort())
  if (stopWithStdin) process.stdin.resume().once('close', () => stopping.abort())
  return stopping
}

const EVERYWHERE = new Set(['0.0.0.0', '::'])

const bindPlain = async ({ port, host }: DevOptions) =>
  port === 'off' ? undefined : bindPort(port, host)

/** The sample world is made through it by this very process, for which nobody has set the authority. */
function trust(httpsUrl: string, caFile: string): string {
  setDefaultCACertificates([...getCACertificates(), readFileSync(caFile, 'utf8')])
  return httpsUrl
}

function nameOf(host: string): string {
  if (EVERYWHERE.has(host) || host === LOOPBACK) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const loadServer = () => import('../serve.ts')

const FOR_ONE_PERSON = {
  // Scripts may use either address, and a browser must not remember this one.
  plainHttp: true,
  hsts: false,
  // It shares a small machine with whatever is tried on it.
  admission: { ...DEFAULT_ADMISSION, maxWaitMs: STARTUP_CONNECT_TIMEOUT_MS },
  sharedReadTimeoutMs: STARTUP_CONNECT_TIMEOUT_MS,
}

const DEFAULTS = {
  // A machine that polls should not wait half a minute for a rehearsal.
  QUOTA_RETRY_AFTER_SECONDS: '1',
  METRICS_PORT: '0',
  COMPATIBLE_CLIENTS: 'true',
  // One person's test may call as fast as it can.
  RATE_LIMITS: 'false',
  // With a clock that stands still, two revisions of an event can have one time, by which texts are kept.
  EVENT_CACHE_MIB: '0',
}

/** The environment may replace where it is found and its key, and nothing else of what was opened. */
function configOf(env: Environment, opened: Environment): Config {
  const { PUBLIC_URL, SECRET_KEY_FILE, ...fixed } = opened
  const settings = { ...DEFAULTS, PUBLIC_URL, SECRET_KEY_FILE, ...listSet(env), ...fixed }
  return { ...readConfig(settings), ...FOR_ONE_PERSON }
}

/** A variable set to nothing counts as not set, and must not hide a default of ours. */
function listSet(env: Environment): Environment {
  return Object.fromEntries(Object.entries(withOldNames(env)).filter(([, value]) => value))
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
