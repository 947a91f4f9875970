import { isIP } from 'node:net'
import { type Static, Type } from 'typebox'
import type { AdmissionLimits } from '../db/admission.ts'
import { findDatabaseUrlProblem, findReplicaUrlProblem, splitUrls } from '../db/hosts.ts'
import { isLoopback } from './loopback.ts'
import { address, defineSettings, listed } from './settings.ts'

const port = (fallback: number, description: string) =>
  Type.Integer({ default: fallback, minimum: 0, maximum: 65535, description })

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
        'The connection URLs of read replicas of the database, separated by commas. Lists of events, metadata and most operator lists, including the audit trail, are then read from a replica that has replayed every transaction that was committed when the request arrived. If there is no such replica, they are read from the primary. Requires the grant `pg_read_all_stats`.',
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
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description:
      'The IP address to listen on for `/metrics`. The default is a loopback address, because metrics do not require authentication.',
  }),
  METRICS_PORT: port(9464, 'The port for `/metrics` (Prometheus). 0 selects a free port.'),
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
      'If true, statements are sent to PostgreSQL as named prepared statements, so that each connection plans a statement once. Set it to false if you use a connection pooler that does not support named statements, such as PgBouncer in transaction mode before version 1.21. If it is true with such a pooler, requests do not fail. If PostgreSQL does not recognize the name of a statement, Binnacle sends the statement again without the name. After the second such failure, it stops using names and logs a warning. See the guide on connection poolers.',
  }),
  MAX_WAIT_SECONDS: Type.Number({
    default: 2,
    minimum: 0.1,
    maximum: 60,
    description:
      'How long a request may wait each time it needs a database connection. After that, the response is 503. Statements have a separate time limit.',
  }),
  CLOCK_CHECK: Type.Enum(['refuse', 'warn'], {
    default: 'refuse',
    description:
      'The behavior of `serve` and `work` if, at start, their clock differs from the database clock by more than a minute. With `refuse`, they exit; with `warn`, they log a warning. Use `warn` if the database clock is wrong. A process that is already running only logs a warning.',
  }),
  DRAIN_SECONDS: Type.Number({
    default: 2,
    minimum: 0,
    maximum: 300,
    description:
      'How long the server continues to process requests after SIGTERM while `/readyz` returns 503, so that a load balancer can stop sending requests to the server.',
  }),
  REQUEST_TIMEOUT_SECONDS: Type.Number({
    default: 60,
    minimum: 1,
    maximum: 3600,
    description:
      'How long a client may take to send a request, including headers and body. After that, the response is 408.',
  }),
  RESPONSE_TIMEOUT_SECONDS: Type.Number({
    default: 60,
    minimum: 1,
    maximum: 3600,
    description:
      'How long a client may take to read a response of up to 1 MiB. For a longer response, this is the time limit for each 1 MiB. After that, the connection is closed.',
  }),
  ANONYMOUS_BURST: Type.Integer({
    default: 300,
    minimum: 1,
    description:
      'The number of requests under `/oauth2` that one IP address may make at once without a session, a client secret or a valid code. Requests with unknown API tokens have the same limit and are counted separately. A network (/24, for IPv6 /48) may make ten times as many. Each node counts separately.',
  }),
  ANONYMOUS_PER_SECOND: Type.Number({
    default: 30,
    exclusiveMinimum: 0,
    description:
      'The number of requests of each kind that an IP address may make per second after it has used up `ANONYMOUS_BURST`.',
  }),
  RATE_LIMITS: Type.Boolean({
    default: true,
    description:
      'If true, the number of requests per caller is limited, and further requests get 429 with `Retry-After`. Each node counts separately. `binnacle dev` sets it to false. If it is false, one caller can use a whole node, and other callers then wait or get 503.',
  }),
  RATE_LIMIT_READ_BURST: Type.Integer({
    default: 1000,
    minimum: 1,
    description: 'The number of reads that a caller may make at once.',
  }),
  RATE_LIMIT_READS_PER_SECOND: Type.Number({
    default: 200,
    exclusiveMinimum: 0,
    description:
      'The number of reads that a caller may make per second after it has used up `RATE_LIMIT_READ_BURST`.',
  }),
  RATE_LIMIT_WRITE_BURST: Type.Integer({
    default: 500,
    minimum: 1,
    description: 'The number of writes that a caller may make at once.',
  }),
  RATE_LIMIT_WRITES_PER_SECOND: Type.Number({
    default: 50,
    exclusiveMinimum: 0,
    description:
      'The number of writes that a caller may make per second after it has used up `RATE_LIMIT_WRITE_BURST`.',
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
  admission: AdmissionLimits
  /** How long a shared read may take, if it is not the usual time. */
  sharedReadTimeoutMs?: number
  metricsHost: string
  metricsPort: number
  logLevel: Values['LOG_LEVEL']
  trustProxy: readonly string[]
  clockCheck: Values['CLOCK_CHECK']
  drainMs: number
  requestTimeoutMs: number
  responseTimeoutMs: number
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
    admission: { maxWaitMs: values.MAX_WAIT_SECONDS * 1000 },
    metricsHost: values.METRICS_HOST,
    metricsPort: values.METRICS_PORT,
    logLevel: values.LOG_LEVEL,
    trustProxy: listed(values.TRUST_PROXY),
    clockCheck: values.CLOCK_CHECK,
    drainMs: values.DRAIN_SECONDS * 1000,
    requestTimeoutMs: values.REQUEST_TIMEOUT_SECONDS * 1000,
    responseTimeoutMs: values.RESPONSE_TIMEOUT_SECONDS * 1000,
    anonymousLimit: { burst: values.ANONYMOUS_BURST, perSecond: values.ANONYMOUS_PER_SECOND },
    rateLimits: values.RATE_LIMITS ? rateLimitsOf(values) : undefined,
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

const rateLimitsOf = (values: Values) => ({
  reads: {
    burst: values.RATE_LIMIT_READ_BURST,
    perSecond: values.RATE_LIMIT_READS_PER_SECOND,
  },
  writes: {
    burst: values.RATE_LIMIT_WRITE_BURST,
    perSecond: values.RATE_LIMIT_WRITES_PER_SECOND,
  },
})
