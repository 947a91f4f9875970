import { isIP } from 'node:net'
import { type Static, Type } from 'typebox'
import { findDatabaseUrlProblem, findReplicaUrlProblem, splitUrls } from '../db/hosts.ts'
import { isLoopback } from './loopback.ts'
import { address, defaultsOf, defineSettings, listed, pairs } from './settings.ts'

const port = (fallback: number, description: string) =>
  Type.Integer({ default: fallback, minimum: 0, maximum: 65535, description })

const burst = (fallback: number) => Type.Integer({ default: fallback, minimum: 1 })
const perSecond = (fallback: number) => Type.Number({ default: fallback, exclusiveMinimum: 0 })

const Rates = pairs({
  readBurst: burst(1000),
  readsPerSecond: perSecond(200),
  writeBurst: burst(500),
  writesPerSecond: perSecond(50),
  anonymousBurst: burst(300),
  anonymousPerSecond: perSecond(30),
})
const DEFAULT_RATES = defaultsOf(Rates)

const Variables = Type.Object({
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description:
      'The connection URL of the PostgreSQL database, `postgres://user:password@host:port/database`. It can list several servers, `host:port,host:port`; Binnacle connects to the primary.',
  }),
  DATABASE_READ_URLS: Type.Optional(
    Type.String({
      pattern: '^postgres(ql)?://',
      description:
        'The connection URLs of read replicas of the database, separated by commas. Lists of events are then read from a replica that has replayed every transaction that was committed when the request arrived. If there is no such replica, they are read from the primary. Requires the grant `pg_read_all_stats`.',
    }),
  ),
  PUBLIC_URL: Type.Optional(
    address(
      'origin',
      '^https?://[^/?#]+$',
      'The origin that callers use, without a path. Links in responses start with it, regardless of the request headers. Default: `http://localhost:PORT`.',
    ),
  ),
  SECRET_KEY_FILE: Type.Optional(
    Type.String({
      description:
        'The path of a file with at least 32 random bytes, such as the output of `openssl rand -hex 32`. The content must be the same on every node, and users other than the owner and the group of the file must not have access to it. Binnacle uses the key to encrypt sign-in records and provider secrets, and to sign cookies and cursors. The bundled sign-in and `TRUSTED_ISSUERS` require it. To replace the key, list several files, separated by commas. The first key encrypts and signs; all keys decrypt and verify. See the guide on keys.',
    }),
  ),
  RUN_JOBS: Type.Boolean({
    default: true,
    description:
      'If true, `binnacle serve` also runs background jobs. If false, only `binnacle work` runs them.',
  }),
  HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description: 'The IP address to listen on. Use `0.0.0.0` to listen on all IPv4 interfaces.',
  }),
  PORT: Type.Union([Type.Integer({ minimum: 0, maximum: 65535 }), Type.Literal('off')], {
    default: 3000,
    description:
      'The port for HTTP. 0 selects a free port, and `off` disables HTTP. If HTTPS is on and `HOST` is not a loopback address, only `/livez` and `/readyz` are available over HTTP.',
  }),
  TLS_CERT_FILE: Type.Optional(
    Type.String({
      description:
        'The path of a PEM certificate chain. To turn HTTPS on, set this and `TLS_KEY_FILE`.',
    }),
  ),
  TLS_KEY_FILE: Type.Optional(
    Type.String({ description: 'The path of the PEM private key for `TLS_CERT_FILE`.' }),
  ),
  TLS_PORT: port(3443, 'The port for HTTPS, if HTTPS is on. 0 selects a free port.'),
  METRICS_ADDRESS: Type.String({
    default: '127.0.0.1:9464',
    pattern: '^(\\[[^\\]]+\\]|[^\\s:]+):\\d{1,5}$',
    description:
      'The IP address and port to listen on for `/metrics` (Prometheus), as `host:port`. The default is a loopback address, because metrics do not require authentication. Port 0 selects a free port.',
  }),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    default: 'info',
    description: 'The minimum level of log messages: trace, debug, info, warn, error or silent.',
  }),
  TRUST_PROXY: Type.Optional(
    Type.String({
      description:
        'A comma-separated list of IP addresses or CIDR ranges of proxies whose `X-Forwarded-*` headers are trusted. Default: none. Behind a proxy that is not listed, all callers have the address of the proxy, so the failed sign-ins of one caller delay the sign-ins of all others.',
    }),
  ),
  NAMED_STATEMENTS: Type.Boolean({
    default: true,
    description:
      'If true, statements are sent to PostgreSQL as named prepared statements, so that each connection plans a statement once. Set it to false if you use a connection pooler that does not support named statements, such as PgBouncer in transaction mode before version 1.21; otherwise, requests get 503. See the guide on connection poolers.',
  }),
  DRAIN_SECONDS: Type.Number({
    default: 2,
    minimum: 0,
    maximum: 300,
    description:
      'How long the server continues to process requests after SIGTERM while `/readyz` returns 503, so that a load balancer can stop sending requests to the server.',
  }),
  RATE_LIMITS: Type.Union([Type.Boolean(), Rates], {
    default: DEFAULT_RATES,
    description:
      'The rate limits, as `name=value,name=value`. A name that is left out keeps its default. A caller may make `readBurst` reads and `writeBurst` writes at once, and after that `readsPerSecond` and `writesPerSecond`. Further requests get 429 with `Retry-After`. An IP address may make `anonymousBurst` requests under `/oauth2` at once without a session, a client secret or a valid code, and after that `anonymousPerSecond`. Requests with unknown API tokens have the same limit and are counted separately. A network (/24, for IPv6 /48) may make ten times as many. Each node counts separately. With `false`, only these anonymous requests are limited, as in `binnacle dev`. `true` stands for the defaults.',
  }),
})

type Values = Static<typeof Variables>

export type Bucket = Readonly<{ burst: number; perSecond: number }>

export type ServerSettings = Readonly<{
  databaseUrl: string
  databaseReadUrls: readonly string[]
  publicUrl: string
  /** The first seals, all open. None: nothing can be sealed. */
  secretKeyFiles: readonly string[]
  runJobs: boolean
  host: string
  /** None: only HTTPS is listened for. */
  port: number | undefined
  tls: Readonly<{ certFile: string; keyFile: string; port: number }> | undefined
  /** Whether requests over plain HTTP are served; else only probes are. */
  plainHttp: boolean
  hsts: boolean
  namedStatements: boolean
  metricsHost: string
  metricsPort: number
  logLevel: Values['LOG_LEVEL']
  trustProxy: readonly string[]
  drainMs: number
  anonymousLimit: Bucket
  rateLimits: Readonly<{ reads: Bucket; writes: Bucket }> | undefined
}>

/** Where the server listens, what it connects to, and how much it takes. */
export const serverSettings = defineSettings({
  environment: Variables.properties,
  findProblems,
  read: (values, publicUrl): ServerSettings => ({
    databaseUrl: values.DATABASE_URL,
    databaseReadUrls: splitUrls(values.DATABASE_READ_URLS),
    publicUrl,
    secretKeyFiles: listed(values.SECRET_KEY_FILE),
    runJobs: values.RUN_JOBS,
    ...listenersOf(values, publicUrl),
    namedStatements: values.NAMED_STATEMENTS,
    ...metricsAddressOf(values),
    logLevel: values.LOG_LEVEL,
    trustProxy: listed(values.TRUST_PROXY),
    drainMs: values.DRAIN_SECONDS * 1000,
    ...rateLimitsOf(values.RATE_LIMITS),
  }),
})

export function publicUrlOf(values: object): string {
  const { PUBLIC_URL, PORT, TLS_PORT } = values as Partial<Values>
  if (PUBLIC_URL !== undefined) return PUBLIC_URL
  if (PORT === 'off') return `https://localhost${TLS_PORT === 443 ? '' : `:${TLS_PORT}`}`
  return `http://localhost${PORT === 80 ? '' : `:${PORT}`}`
}

function findProblems(values: Values): string[] {
  const problems: string[] = []
  const addressProblem = findDatabaseUrlProblem(values.DATABASE_URL ?? '')
  if (addressProblem) problems.push(`DATABASE_URL: ${addressProblem}`)
  for (const url of splitUrls(values.DATABASE_READ_URLS)) {
    const problem = findReplicaUrlProblem(url)
    if (problem) problems.push(`DATABASE_READ_URLS: ${problem}`)
  }
  if ((values.TLS_CERT_FILE === undefined) !== (values.TLS_KEY_FILE === undefined)) {
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE: set both, or neither.')
  }
  if (values.PORT === 'off' && values.TLS_CERT_FILE === undefined) {
    problems.push('PORT: with off, the server needs HTTPS. Set TLS_CERT_FILE and TLS_KEY_FILE too.')
  }
  const { PUBLIC_URL } = values
  // Browsers say where a form comes from in their spelling, and ours are held against it.
  if (PUBLIC_URL !== undefined && isMisspelt(PUBLIC_URL)) {
    problems.push(
      `PUBLIC_URL: browsers send this origin as ${new URL(PUBLIC_URL).origin}. Use that spelling.`,
    )
  }
  if (metricsAddressOf(values).metricsPort > 65535) {
    problems.push('METRICS_ADDRESS: the port must be at most 65535.')
  }
  const unknown = listed(values.TRUST_PROXY).filter((entry) => !isAddressOrRange(entry))
  if (unknown.length > 0) {
    problems.push(`TRUST_PROXY: ${unknown.join(', ')} is not an IP address or a CIDR range.`)
  }
  return problems
}

const isMisspelt = (origin: string) =>
  /^https?:\/\/[^/?#]+$/.test(origin) && URL.canParse(origin) && new URL(origin).origin !== origin

function isAddressOrRange(entry: string): boolean {
  const [address = '', bits = '0', ...rest] = entry.split('/')
  const widest = isIP(address) === 4 ? 32 : 128
  return isIP(address) > 0 && rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= widest
}

function listenersOf(values: Values, publicUrl: string) {
  const { HOST, PORT, TLS_PORT, TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = values
  return {
    host: HOST,
    port: PORT === 'off' ? undefined : PORT,
    tls: certFile && keyFile ? { certFile, keyFile, port: TLS_PORT } : undefined,
    plainHttp: certFile === undefined || isLoopback(HOST),
    hsts: publicUrl.startsWith('https:') && !isLoopback(new URL(publicUrl).hostname),
  }
}

function metricsAddressOf({ METRICS_ADDRESS }: Values) {
  const at = METRICS_ADDRESS.lastIndexOf(':')
  return {
    metricsHost: METRICS_ADDRESS.slice(0, at).replace(/^\[|\]$/g, ''),
    metricsPort: Number(METRICS_ADDRESS.slice(at + 1)),
  }
}

function rateLimitsOf(setting: Values['RATE_LIMITS']) {
  const rates = typeof setting === 'boolean' ? DEFAULT_RATES : setting
  return {
    anonymousLimit: { burst: rates.anonymousBurst, perSecond: rates.anonymousPerSecond },
    rateLimits:
      setting === false
        ? undefined
        : {
            reads: { burst: rates.readBurst, perSecond: rates.readsPerSecond },
            writes: { burst: rates.writeBurst, perSecond: rates.writesPerSecond },
          },
  }
}
