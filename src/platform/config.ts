import { isIP } from 'node:net'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { type Lifecycle, parseLifecycle } from './lifecycle.ts'

const port = (fallback: number, description: string) =>
  Type.Integer({ default: fallback, minimum: 0, maximum: 65535, description })

/**
 * Every setting of the server: name, type, default and meaning, once. `docs/guides/settings.md` is
 * generated from here. Only `processes/*` hand in `process.env`.
 */
export const Environment = Type.Object({
  DATABASE_URL: Type.String({
    pattern: '^postgres(ql)?://',
    description: 'PostgreSQL connection address, `postgres://user:password@host:port/database`.',
  }),
  PUBLIC_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#]+$',
      description:
        'Origin callers use, without a path. Links in responses are built from it, never from request headers. Default: `http://localhost:PORT`.',
    }),
  ),
  BASE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^?#]+[^/?#]$',
      description: 'Base address of area A. Default: `PUBLIC_URL`.',
    }),
  ),
  COMPAT_EMPTY_BODY: Type.Boolean({
    default: false,
    description:
      'Area A: takes a POST, PUT or PATCH with exactly `Content-Length: 0` as if it carried `{}`, which published clients rely on. Otherwise it is 411.',
  }),
  ORG_TOKENS: Type.Boolean({
    default: true,
    description:
      'Area A: serves API tokens of organizations, an extension of Binnacle. Those that exist stop working when it is false.',
  }),
  LIFECYCLE: Type.Optional(
    Type.String({
      description:
        'Area A: when features end, as JSON, e.g. `{"account":{"date":"2025-03-31","enforce":true}}`. Features: `account`, `analytics`, `diagnostics`. A bare date counts to its end in UTC. Answers carry `Deprecation` and `Sunset`; with `enforce` they are 410 afterwards. Default: nothing ends.',
    }),
  ),
  VENDOR_NAMESPACE: Type.String({
    default: 'Microsoft',
    pattern: '^[A-Za-z][A-Za-z0-9.]{0,62}$',
    description:
      'What stands before `.ResourceHealth` and `.Capacity` in paths. Published clients send the default.',
  }),
  HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description: 'Address to listen on. `0.0.0.0` listens on every IPv4 interface.',
  }),
  PORT: port(3000, 'Port for HTTP. 0 picks a free one.'),
  TLS_CERT_FILE: Type.Optional(
    Type.String({
      description: 'PEM certificate chain. With `TLS_KEY_FILE` it switches HTTPS on.',
    }),
  ),
  TLS_KEY_FILE: Type.Optional(
    Type.String({ description: 'PEM private key that belongs to `TLS_CERT_FILE`.' }),
  ),
  TLS_PORT: port(3443, 'Port for HTTPS, when it is on. 0 picks a free one.'),
  METRICS_HOST: Type.String({
    default: '127.0.0.1',
    minLength: 1,
    description: 'Address `/metrics` is served on. Loopback, because metrics need no sign-in.',
  }),
  METRICS_PORT: port(9464, 'Port for `/metrics` (Prometheus). 0 picks a free one.'),
  LOG_LEVEL: Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
    default: 'info',
    description:
      'The least important kind of line that is logged: trace, debug, info, warn, error or silent.',
  }),
  TRUST_PROXY: Type.Optional(
    Type.String({
      description:
        'Comma-separated addresses or CIDR ranges of proxies whose `X-Forwarded-*` headers are believed. Default: none.',
    }),
  ),
  DRAIN_SECONDS: Type.Number({
    default: 2,
    minimum: 0,
    maximum: 300,
    description:
      'After SIGTERM: how long `/readyz` says 503 while requests are still served, so that a balancer moves on first.',
  }),
  RATE_LIMITS: Type.Boolean({
    default: false,
    description: 'Switches rate limits per caller on. Each node counts for itself.',
  }),
  RATE_LIMIT_READ_BURST: Type.Integer({
    default: 250,
    minimum: 1,
    description: 'Reads a caller may make at once.',
  }),
  RATE_LIMIT_READS_PER_SECOND: Type.Number({
    default: 25,
    exclusiveMinimum: 0,
    description: 'Reads a caller gets back each second.',
  }),
  RATE_LIMIT_WRITE_BURST: Type.Integer({
    default: 200,
    minimum: 1,
    description: 'Writes a caller may make at once.',
  }),
  RATE_LIMIT_WRITES_PER_SECOND: Type.Number({
    default: 10,
    exclusiveMinimum: 0,
    description: 'Writes a caller gets back each second.',
  }),
})

type Settings = Static<typeof Environment>

export type Bucket = Readonly<{ burst: number; perSecond: number }>

export type Config = Readonly<{
  databaseUrl: string
  publicUrl: string
  baseUrl: string
  compatEmptyBody: boolean
  orgTokens: boolean
  lifecycle: Lifecycle
  vendorNamespace: string
  host: string
  port: number
  tls: Readonly<{ certFile: string; keyFile: string; port: number }> | undefined
  metricsHost: string
  metricsPort: number
  logLevel: Settings['LOG_LEVEL']
  trustProxy: readonly string[]
  drainMs: number
  rateLimits: Readonly<{ reads: Bucket; writes: Bucket }> | undefined
}>

/** Takes the environment as an argument so that a test can hand in its own. Names every problem at once. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // A variable set to nothing counts as not set: compose files pass empty strings through.
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value !== '')
  const typed = given.map(([name, value = '']) => [name, fromText(name, value)])
  const settings = Value.Default(
    Environment,
    Value.Clean(Environment, Object.fromEntries(typed)),
  ) as Settings
  const problems = findProblems(settings)
  if (problems.length > 0) {
    throw new Error(`These settings cannot be used:\n${problems.map((p) => `  ${p}`).join('\n')}`)
  }
  return toConfig(settings)
}

/** Text becomes a number or a switch only when it plainly is one; what is left as text is then refused. */
function fromText(name: string, text: string): unknown {
  const { type } = (Environment.properties as Record<string, { type?: string }>)[name] ?? {}
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  const isNumber = type === 'integer' || type === 'number'
  return isNumber && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

const ADDRESSES = ['DATABASE_URL', 'PUBLIC_URL', 'BASE_URL'] as const

function findProblems(settings: Settings): string[] {
  const problems = Object.entries(Environment.properties as Record<string, TSchema>)
    .filter(([name, schema]) => {
      const value = settings[name as keyof Settings]
      const mayBeAbsent = !(Environment.required as string[]).includes(name)
      return !(value === undefined && mayBeAbsent) && !Value.Check(schema, value)
    })
    .map(
      ([name, schema]) => `${name}: ${describeProblem(schema, settings[name as keyof Settings])}`,
    )
  if ((settings.TLS_CERT_FILE === undefined) !== (settings.TLS_KEY_FILE === undefined)) {
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE: set both, or neither.')
  }
  for (const name of ADDRESSES) {
    const address = settings[name]
    if (address !== undefined && !URL.canParse(address)) {
      problems.push(`${name}: is not an address. Special characters in it must be percent-encoded.`)
    }
  }
  if (!parseLifecycle(settings.LIFECYCLE ?? '{}')) {
    problems.push(
      'LIFECYCLE: is not JSON like {"analytics":{"date":"2026-06-30","enforce":false}} with the features account, analytics, diagnostics.',
    )
  }
  const strangers = listProxies(settings).filter((entry) => !isAddressOrRange(entry))
  if (strangers.length > 0) {
    problems.push(`TRUST_PROXY: ${strangers.join(', ')} is neither an address nor a CIDR range.`)
  }
  return problems
}

function listProxies({ TRUST_PROXY }: Settings): string[] {
  return TRUST_PROXY?.split(',').map((entry) => entry.trim()) ?? []
}

function isAddressOrRange(entry: string): boolean {
  const [address = '', bits = '0', ...rest] = entry.split('/')
  const widest = isIP(address) === 4 ? 32 : 128
  return isIP(address) > 0 && rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= widest
}

function describeProblem(schema: TSchema, value: unknown): string {
  const { description } = schema as { description?: string }
  if (value === undefined) return `is not set. ${description}`
  const [first] = Value.Errors(schema, value)
  return `${first?.message ?? 'is not usable'}. ${description}`
}

function toConfig(settings: Settings): Config {
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`
  return Object.freeze({
    databaseUrl: settings.DATABASE_URL,
    publicUrl,
    baseUrl: settings.BASE_URL ?? publicUrl,
    compatEmptyBody: settings.COMPAT_EMPTY_BODY,
    orgTokens: settings.ORG_TOKENS,
    lifecycle: parseLifecycle(settings.LIFECYCLE ?? '{}') ?? {},
    vendorNamespace: settings.VENDOR_NAMESPACE,
    host: settings.HOST,
    port: settings.PORT,
    tls:
      settings.TLS_CERT_FILE && settings.TLS_KEY_FILE
        ? {
            certFile: settings.TLS_CERT_FILE,
            keyFile: settings.TLS_KEY_FILE,
            port: settings.TLS_PORT,
          }
        : undefined,
    metricsHost: settings.METRICS_HOST,
    metricsPort: settings.METRICS_PORT,
    logLevel: settings.LOG_LEVEL,
    trustProxy: Object.freeze(listProxies(settings)),
    drainMs: settings.DRAIN_SECONDS * 1000,
    rateLimits: settings.RATE_LIMITS
      ? {
          reads: {
            burst: settings.RATE_LIMIT_READ_BURST,
            perSecond: settings.RATE_LIMIT_READS_PER_SECOND,
          },
          writes: {
            burst: settings.RATE_LIMIT_WRITE_BURST,
            perSecond: settings.RATE_LIMIT_WRITES_PER_SECOND,
          },
        }
      : undefined,
  })
}
