import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bootstrapOperator } from '../../areas/app-management/owners/actions.ts'
import { makePasswordLink } from '../../identity/sign-in/actions.ts'
import { systemClock } from '../../platform/clock.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { connect, type Db } from '../../platform/db/connect.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { openLog, openLogOutput } from '../../platform/log.ts'
import { readSeal } from '../../platform/seal.ts'
import { fillCatalogue } from '../load-catalogue.ts'
import { UsageError } from '../usage-error.ts'
import { bearerMaker } from './bearer.ts'
import { bundleTrusted, makeCertificate } from './certificate.ts'
import { findFreePort } from './free-port.ts'
import { startPostgres } from './postgres.ts'
import { tell } from './telling.ts'
import { type FirstOperator, makeWorld, OPERATOR, type World } from './world.ts'

const USAGE = `binnacle dev [--port 3000] [--tls-port 3443] [--host 127.0.0.1] [--data DIR] [--database URL] [--empty]`

/** A whole installation for one person: database, certificates, sample world. It ends without a trace. */
export async function runDev(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const startedAt = performance.now()
  const wish = readWish(args)
  const ending = new AbortController()
  // Not once: whoever presses Ctrl-C twice must not cut short what the first began.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ending.abort())
  if (!ONLY_HERE.test(wish.host)) warnOfHost(wish.host)
  await using ends = new AsyncDisposableStack()
  const folder = openFolder(wish.data)
  if (!wish.data) ends.defer(() => rmSync(folder, { recursive: true, force: true }))
  // The server is loaded while the database makes itself ready.
  const [postgres, certificate, { startServer }] = await Promise.all([
    wish.database ? undefined : startPostgres(folder, { keeps: wish.data !== undefined }),
    makeCertificate(folder, wish.host),
    loadServer(),
  ])
  if (postgres) ends.defer(() => postgres.stop())
  const databaseUrl = wish.database ?? postgres?.url ?? ''
  const keyFile = makeKey(folder)
  const { host } = wish
  const [port, tlsPort] = [await takePort(wish.port, host), await takePort(wish.tlsPort, host)]
  const name = EVERYWHERE.has(host) || host === LOOPBACK ? 'localhost' : toUrlHost(host)
  const httpsUrl = `https://${name}:${tlsPort}`
  const config = readConfig({
    // A machine that polls should not wait half a minute for a rehearsal.
    QUOTA_RETRY_AFTER_SECONDS: '1',
    ...env,
    DATABASE_URL: databaseUrl,
    SECRET_KEY_FILE: keyFile,
    PUBLIC_URL: httpsUrl,
    HOST: host,
    PORT: String(port),
    TLS_PORT: String(tlsPort),
    TLS_CERT_FILE: certificate.certFile,
    TLS_KEY_FILE: certificate.keyFile,
    METRICS_PORT: '0',
    COMPAT_EMPTY_BODY: 'true',
  })
  await migrate(databaseUrl)
  const world = openWorld(folder, config)
  const operator = await world.begin(postgres !== undefined)
  const logFile = join(folder, 'binnacle.log')
  const output = openLogOutput(openSync(logFile, 'a', 0o600))
  const log = openLog(config.logLevel, output)
  const server = await startServer(config, log)
  ends.defer(async () => {
    await server.stop(0)
    output.flushSync()
  })
  const httpUrl = `http://${name}:${port}`
  const found = await world.finish(httpUrl, operator, wish.empty)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const { caFile } = certificate
  const trustedFile = bundleTrusted(caFile, env.NODE_EXTRA_CA_CERTS)
  const { vendorNamespace: vendor } = config
  const where = { vendor, httpUrl, httpsUrl, caFile, trustedFile, databaseUrl, keyFile, logFile }
  if (!ending.signal.aborted) {
    console.log(tell({ ...where, keeps: wish.data, seconds, ...found }))
    await once(ending.signal, 'abort')
  }
  console.error('Stopping.')
}

const LOOPBACK = '127.0.0.1'
const ONLY_HERE = /^(127\.[\d.]+|::1|localhost)$/
const EVERYWHERE = new Set(['0.0.0.0', '::'])
const toUrlHost = (host: string) => (host.includes(':') ? `[${host}]` : host)

const loadServer = () => import('../serve.ts')

function readWish(args: string[]) {
  const text = { type: 'string' } as const
  const options = {
    port: { ...text, default: '3000' },
    'tls-port': { ...text, default: '3443' },
    host: { ...text, default: LOOPBACK },
    data: text,
    database: text,
    empty: { type: 'boolean', default: false },
  } as const
  try {
    const { values } = parseArgs({ args, options })
    const [port, tlsPort] = [Number(values.port), Number(values['tls-port'])]
    if (![port, tlsPort].every((each) => Number.isInteger(each) && each >= 0 && each < 65_536)) {
      throw new Error('a port is a number from 0 to 65535')
    }
    const data = values.data === undefined ? undefined : resolve(values.data)
    return { ...values, port, tlsPort, data }
  } catch (error) {
    throw new UsageError(`${USAGE}\n${error instanceof Error ? error.message : String(error)}`)
  }
}

function warnOfHost(host: string): void {
  console.error(
    `Warning: listening on ${host}. Whoever reaches this machine reaches the emulator; it is made for one person.`,
  )
}

function openFolder(data: string | undefined): string {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'binnacle-dev-'))
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  // Started by root, PostgreSQL runs as somebody else, who has to get to its own folder inside.
  if (process.getuid?.() === 0) chmodSync(folder, statSync(folder).mode | 0o011)
  return folder
}

function makeKey(folder: string): string {
  const file = join(folder, 'secret.key')
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 })
  return file
}

async function takePort(wish: number, host: string): Promise<number> {
  try {
    return await findFreePort(wish, host)
  } catch (cause) {
    throw new Error(`Port ${wish} is taken. Name another: --port and --tls-port; 0 picks one.`, {
      cause,
    })
  }
}

/** Secrets are told once; whoever keeps the data keeps what was told, in a file only they can read. */
function openWorld(folder: string, config: Config) {
  const file = join(folder, 'world.json')
  const { publicUrl: origin, vendorNamespace: vendor, secretKeyFile = '' } = config
  const withDb = async <T>(use: (db: Db) => Promise<T>): Promise<T> => {
    const db = connect(config.databaseUrl, { poolSize: 2 })
    try {
      return await use(db)
    } finally {
      await db.destroy()
    }
  }
  return {
    /** Before anything else touches the database: one that is in use is not ours to fill. */
    begin: (isOurs: boolean) =>
      withDb(async (db) =>
        existsSync(file) ? undefined : makeOperator(db, isOurs ? folder : undefined),
      ),
    finish: (url: string, operator: FirstOperator | undefined, empty: boolean) =>
      withDb(async (db) => {
        const bearerOf = bearerMaker(db, readSeal(secretKeyFile), config)
        if (operator) {
          await fillCatalogue(db, vendor)
          const made = await makeWorld({ url, origin, vendor, bearerOf }, operator, { empty })
          writeFileSync(file, JSON.stringify(made), { mode: 0o600 })
        }
        const world = JSON.parse(readFileSync(file, 'utf8')) as World
        // Anew with each start: it names the address, which may be another one now.
        return { world, operatorBearer: await bearerOf(world.operatorId, 'account') }
      }),
  }
}

/** `folder`: where the database is, if it is ours. */
async function makeOperator(db: Db, folder: string | undefined): Promise<FirstOperator> {
  const { name } = OPERATOR
  const operator = { name, email: `${name}@example.com`, now: systemClock() }
  try {
    const made = await bootstrapOperator(db, operator, makePasswordLink)
    return { id: made.accountId, token: made.tokenValue, linkSecret: made.linkSecret ?? '' }
  } catch (cause) {
    throw new Error(
      folder
        ? `An earlier start with ${folder} was cut short, and what it made cannot be told any more. Remove the folder and start anew.`
        : 'The database holds an installation already, and what was told of it is not here. Name an empty database, or the --data folder it was used with.',
      { cause },
    )
  }
}
