import { isIP } from 'node:net'
import { type Static, Type } from 'typebox'
import type { AdmissionLimits } from '../db/admission.ts'
import { findDatabaseUrlProblem } from '../db/hosts.ts'
import { isLoopback } from './loopback.ts'
import { address, defineSettings, listed } from './settings.ts'

const port = (fallback: number, description: string) =>
  Type.Integer({ default: fallback, minimum: 0, maximum: 65535, description })

const Variables = Type.Object({
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description:
      'PostgreSQL connection address, `postgres://user:password@host:port/database`. It may list several servers, `host:port,host:port`; Binnacle connects to the one that is the primary.',
  }),
  PUBLIC_URL: Type.Optional(
    address(
      'origin',
      '^https?://[^/?#]+$',
      'Origin that callers use, without a path. Links in responses are built from it, never from request headers. Default: `http://localhost:PORT`.',
    ),
  ),
  SECRET_KEY_FILE: Type.Optional(
    Type.String({
      description:
        'File with at least 32 random bytes, the same on every node: `openssl rand -hex 32`. It encrypts the records of the sign-in and signs cursors. Without it the bundled sign-in is off. `TRUSTED_ISSUERS` needs it too.',
    }),
  ),
  RUN_JOBS: Type.Boolean({
    default: true,
    description:
      '`binnacle serve` also runs background jobs. If false, only `binnacle work` runs them.',
  }),
  HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description: 'Address to listen on. `0.0.0.0` listens on every IPv4 interface.',
  }),
  PORT: Type.Union([Type.Integer({ minimum: 0, maximum: 65535 }), Type.Literal('off')], {
    default: 3000,
    description:
      'Port for HTTP. 0 picks a free port; `off` closes it, so that only HTTPS is served. If HTTPS is on and `HOST` is not a loopback address, it answers `/livez` and `/readyz` and refuses everything else.',
  }),
  TLS_CERT_FILE: Type.Optional(
    Type.String({
      description: 'PEM certificate chain. Together with `TLS_KEY_FILE` it turns HTTPS on.',
    }),
  ),
  TLS_KEY_FILE: Type.Optional(
    Type.String({ description: 'PEM private key that belongs to `TLS_CERT_FILE`.' }),
  ),
  TLS_PORT: port(3443, 'Port for HTTPS, if it is on. 0 picks a free port.'),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description:
      'Address on which `/metrics` is served. Loopback by default, because metrics need no sign-in.',
  }),
  METRICS_PORT: port(9464, 'Port for `/metrics` (Prometheus). 0 picks a free port.'),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    default: 'info',
    description: 'The lowest level that is logged: trace, debug, info, warn, error or silent.',
  }),
  TRUST_PROXY: Type.Optional(
    Type.String({
      description:
        'Comma-separated addresses or CIDR ranges of proxies whose `X-Forwarded-*` headers are trusted. Default: none. Behind a proxy that is not listed, all callers appear to have its address, so wrong passwords from one caller delay all others.',
    }),
  ),
  NAMED_STATEMENTS: Type.Boolean({
    default: true,
    description:
      'Sends statements to PostgreSQL as named prepared statements, so that each connection plans a statement once. Set it to false if the connection passes a pooler that does not support them, such as PgBouncer in transaction mode before 1.21. Without it, a process that meets such a pooler notices, answers all requests, stops using names and logs a warning.',
  }),
  MAX_WAIT_SECONDS: Type.Number({
    default: 2,
    minimum: 0.1,
    maximum: 60,
    description:
      'How long a request may wait for this node to start it, and how long it may wait each time it needs a database connection (in the queue and while connecting). After that, the answer is 503. Statements have a separate time limit.',
  }),
  SHED_AFTER_SECONDS: Type.Number({
    default: 1,
    minimum: 0.001,
    maximum: 60,
    description:
      'Under overload, requests that have waited longer than this get 503, so that others are answered in time. A queue starts to refuse when, for 100 ms, its first request has waited longer than this; it stops when, for 100 ms, none has. Each caller has a separate queue for the start of its requests, and the last request in it is not refused. The queue for the database is for all callers, and while it refuses, it also refuses new requests. A low value, such as 0.02, keeps responses fast under overload, but also refuses bursts that are over within a second.',
  }),
  CLOCK_CHECK: Type.Enum(['refuse', 'warn'], {
    default: 'refuse',
    description:
      'What `serve` and `work` do at start if their clock and that of the database differ by more than a minute: `refuse` to start, or `warn` in the log. Use `warn` if the clock of the database is the wrong one. A process that runs warns and goes on.',
  }),
  DRAIN_SECONDS: Type.Number({
    default: 2,
    minimum: 0,
    maximum: 300,
    description:
      'After SIGTERM: how long `/readyz` answers 503 while requests are still served, so that a load balancer stops sending requests first.',
  }),
  REQUEST_TIMEOUT_SECONDS: Type.Number({
    default: 60,
    minimum: 1,
    maximum: 3600,
    description:
      'How long a request may take to arrive, with headers and body; after that it is 408.',
  }),
  RESPONSE_TIMEOUT_SECONDS: Type.Number({
    default: 60,
    minimum: 1,
    maximum: 3600,
    description:
      'How long a client may take to read a response that is ready, or 1 MiB of one that is sent in parts; after that the connection is closed.',
  }),
  ANONYMOUS_BURST: Type.Integer({
    default: 300,
    minimum: 1,
    description:
      'Requests below `/oauth2` that one address may make at once without a session, a client secret or a valid code; and, counted separately, requests for pictures. A network (/24, for IPv6 /48) may make ten times as many. Each node counts separately.',
  }),
  ANONYMOUS_PER_SECOND: Type.Number({
    default: 30,
    exclusiveMinimum: 0,
    description:
      'How many further requests of each kind an address may make per second once its burst is used up.',
  }),
  RATE_LIMITS: Type.Boolean({
    default: true,
    description:
      'Limits how often one caller may call; more is 429 with `Retry-After`. Each node counts separately. If false, there are no limits, as in `binnacle dev`.',
  }),
  RATE_LIMIT_READ_BURST: Type.Integer({
    default: 1000,
    minimum: 1,
    description: 'Reads that a caller may make at once.',
  }),
  RATE_LIMIT_READS_PER_SECOND: Type.Number({
    default: 200,
    exclusiveMinimum: 0,
    description: 'How many further reads a caller may make per second once the burst is used up.',
  }),
  RATE_LIMIT_WRITE_BURST: Type.Integer({
    default: 500,
    minimum: 1,
    description: 'Writes that a caller may make at once.',
  }),
  RATE_LIMIT_WRITES_PER_SECOND: Type.Number({
    default: 50,
    exclusiveMinimum: 0,
    description: 'How many further writes a caller may make per second once the burst is used up.',
  }),
})

type Values = Static<typeof Variables>

export type Bucket = Readonly<{ burst: number; perSecond: number }>

export type ServerSettings = Readonly<{
  databaseUrl: string
  publicUrl: string
  secretKeyFile: string | undefined
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
    publicUrl,
    secretKeyFile: values.SECRET_KEY_FILE,
    runJobs: values.RUN_JOBS,
    ...listenersOf(values, publicUrl),
    namedStatements: values.NAMED_STATEMENTS,
    admission: {
      maxWaitMs: values.MAX_WAIT_SECONDS * 1000,
      shedAfterMs: values.SHED_AFTER_SECONDS * 1000,
    },
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
