import { isIP } from 'node:net'
import type { Static, TSchema } from 'typebox'
import { Check, Errors } from 'typebox/schema'
import { Environment } from './environment.ts'
import { type Lifecycle, parseLifecycle } from './lifecycle.ts'
import { isLoopback } from './loopback.ts'
import { parseTrustedIssuers, type TrustedIssuer } from './trusted-issuers.ts'

type Settings = Static<typeof Environment>

export type Bucket = Readonly<{ burst: number; perSecond: number }>

export type Config = Readonly<{
  databaseUrl: string
  publicUrl: string
  baseUrl: string
  managementUrl: string
  portalUrl: string
  authUrl: string
  secretKeyFile: string | undefined
  bundledSignIn: boolean
  trustedIssuers: readonly TrustedIssuer[]
  implicitFlow: boolean
  compatibleClients: boolean
  orgTokens: boolean
  caps: Readonly<{
    appsPerOwner: number
    appsPerAccount: number
    members: number
    organizationsPerAccount: number
    invitationsPerOwner: number
    invitationsPerRecipient: number
    freedNameDays: number
  }>
  lifecycle: Lifecycle
  vendorNamespace: string
  strictApiVersion: boolean
  mitigationSentinel: boolean
  quotaRules: Readonly<{
    decrease: Settings['QUOTA_DECREASE']
    withinHeadroom: Settings['QUOTA_DECREASE']
    beyondHeadroom: Settings['QUOTA_DECREASE']
  }>
  quotaRetryAfterSeconds: number
  providerExceptions: readonly string[]
  providerTimeoutMs: number
  patience: Readonly<{ retryLimit: number; retryDelay: number }>
  runJobs: boolean
  host: string
  /** None: only HTTPS is listened for. */
  port: number | undefined
  tls: Readonly<{ certFile: string; keyFile: string; port: number }> | undefined
  /** Whether requests over plain HTTP are served; else only probes are. */
  plainHttp: boolean
  hsts: boolean
  /** How long the database may keep one waiting, if it is not the usual time. */
  databasePatienceMs?: number
  metricsHost: string
  metricsPort: number
  logLevel: Settings['LOG_LEVEL']
  trustProxy: readonly string[]
  drainMs: number
  requestTimeoutMs: number
  anonymousLimit: Bucket
  rateLimits: Readonly<{ reads: Bucket; writes: Bucket }> | undefined
}>

/** Takes the environment as an argument so that a test can hand in its own. Names every problem at once. */
export function readConfig(env: Record<string, string | undefined>): Config {
  // A variable set to nothing counts as not set: compose files pass empty strings through.
  const given = Object.entries(withOldNames(env)).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  const typed = new Map(given.map(([name, value = '']) => [name, fromText(name, value)]))
  const known = Object.entries(Environment.properties as Record<string, { default?: unknown }>)
    .map(([name, { default: usual }]) => [name, typed.get(name) ?? usual])
    .filter(([, value]) => value !== undefined)
  const settings = Object.fromEntries(known) as Settings
  const problems = findProblems(settings)
  if (problems.length > 0) {
    throw new Error(`These settings cannot be used:\n${problems.map((p) => `  ${p}`).join('\n')}`)
  }
  return toConfig(settings)
}

/** Settings under the names of the previous release. */
export const withOldNames = (env: Record<string, string | undefined>) => ({
  ...env,
  COMPATIBLE_CLIENTS: env.COMPATIBLE_CLIENTS || env.COMPAT_EMPTY_BODY,
})

type Described = { type?: string; anyOf?: readonly { type?: string }[] }

/** Text becomes a number or a switch only when it plainly is one; what is left as text is then refused. */
function fromText(name: string, text: string): unknown {
  const { type, anyOf } = (Environment.properties as Record<string, Described>)[name] ?? {}
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  const isNumber = [{ type }, ...(anyOf ?? [])].some((each) =>
    /integer|number/.test(each.type ?? ''),
  )
  return isNumber && /^\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

const ADDRESSES = [
  'DATABASE_URL',
  'PUBLIC_URL',
  'BASE_URL',
  'MANAGEMENT_URL',
  'PORTAL_URL',
  'AUTH_URL',
] as const

function findProblems(settings: Settings): string[] {
  const problems = Object.entries(Environment.properties as Record<string, TSchema>)
    .filter(([name, schema]) => {
      const value = settings[name as keyof Settings]
      const mayBeAbsent = !(Environment.required as string[]).includes(name)
      return !(value === undefined && mayBeAbsent) && !Check(schema, value)
    })
    .map(
      ([name, schema]) => `${name}: ${describeProblem(schema, settings[name as keyof Settings])}`,
    )
  if ((settings.TLS_CERT_FILE === undefined) !== (settings.TLS_KEY_FILE === undefined)) {
    problems.push('TLS_CERT_FILE and TLS_KEY_FILE: set both, or neither.')
  }
  if (settings.PORT === 'off' && settings.TLS_CERT_FILE === undefined) {
    problems.push('PORT: off leaves nothing to listen on. Set TLS_CERT_FILE and TLS_KEY_FILE too.')
  }
  problems.push(...findAddressProblems(settings))
  if (!parseLifecycle(settings.LIFECYCLE ?? '{}')) {
    problems.push(
      'LIFECYCLE: is not JSON like {"analytics":{"date":"2026-06-30","enforce":false}} with the features account, analytics, diagnostics.',
    )
  }
  if (audienceOf(settings) === `${settings.MANAGEMENT_URL ?? publicUrlOf(settings)}`) {
    problems.push(
      'BASE_URL/v0.1 and MANAGEMENT_URL: must differ, they are the audiences of tokens.',
    )
  }
  const trusted = issuersOf(settings)
  if ('problems' in trusted) {
    problems.push(...trusted.problems.map((problem) => `TRUSTED_ISSUERS: ${problem}`))
  }
  const strangers = listed(settings.TRUST_PROXY).filter((entry) => !isAddressOrRange(entry))
  if (strangers.length > 0) {
    problems.push(`TRUST_PROXY: ${strangers.join(', ')} is neither an address nor a CIDR range.`)
  }
  const odd = listed(settings.PROVIDER_EXCEPTIONS).filter((entry) => !HOST_AND_PORT.test(entry))
  if (odd.length > 0) problems.push(`PROVIDER_EXCEPTIONS: ${odd.join(', ')} is no host:port.`)
  return problems
}

const HOST_AND_PORT = /^([^\s:/[\]]+|\[[0-9a-f:.]+\]):\d{1,5}$/i

function findAddressProblems(settings: Settings): string[] {
  const broken = ADDRESSES.filter((name) => !URL.canParse(settings[name] ?? 'http://x'))
  if (broken.length > 0) {
    return broken.map(
      (name) => `${name}: is not an address. Special characters in it must be percent-encoded.`,
    )
  }
  const withPath = (['PUBLIC_URL', 'BASE_URL', 'MANAGEMENT_URL'] as const)
    .map((name) => [name, settings[name]] as const)
    .filter(([, value]) => value !== undefined && /^https?:\/\/[^/?#]+\//.test(value))
  if (withPath.length > 0) {
    return withPath.map(
      ([name, value = '']) =>
        `${name}: ${value} has a path, and Binnacle serves its areas at the root of a host only. Give it a host of its own: ${new URL(value).origin}.`,
    )
  }
  const { PUBLIC_URL } = settings
  if (PUBLIC_URL === undefined || new URL(PUBLIC_URL).origin === PUBLIC_URL) return []
  // Browsers say where a form comes from in their spelling, and ours are held against it.
  return [`PUBLIC_URL: browsers write this origin as ${new URL(PUBLIC_URL).origin}. Write it so.`]
}

const listed = (text: string | undefined) => text?.split(',').map((entry) => entry.trim()) ?? []

function isAddressOrRange(entry: string): boolean {
  const [address = '', bits = '0', ...rest] = entry.split('/')
  const widest = isIP(address) === 4 ? 32 : 128
  return isIP(address) > 0 && rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= widest
}

function describeProblem(schema: TSchema, value: unknown): string {
  const { description } = schema as { description?: string }
  if (value === undefined) return `is not set. ${description}`
  const [, [first]] = Errors(schema, value)
  return `${first?.message ?? 'is not usable'}. ${description}`
}

function publicUrlOf({ PUBLIC_URL, PORT, TLS_PORT }: Settings): string {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL
  if (PORT === 'off') return `https://localhost${TLS_PORT === 443 ? '' : `:${TLS_PORT}`}`
  return `http://localhost${PORT === 80 ? '' : `:${PORT}`}`
}
const audienceOf = (settings: Settings) => `${settings.BASE_URL ?? publicUrlOf(settings)}/v0.1`

const issuersOf = (settings: Settings) =>
  parseTrustedIssuers(settings.TRUSTED_ISSUERS ?? '[]', `${publicUrlOf(settings)}/oauth2`)

function listenersOf(settings: Settings, publicUrl: string) {
  const { HOST, PORT, TLS_PORT, TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile } = settings
  return {
    host: HOST,
    port: PORT === 'off' ? undefined : PORT,
    tls: certFile && keyFile ? { certFile, keyFile, port: TLS_PORT } : undefined,
    plainHttp: certFile === undefined || isLoopback(HOST),
    hsts: publicUrl.startsWith('https:') && !isLoopback(new URL(publicUrl).hostname),
  }
}

const capsOf = (settings: Settings): Config['caps'] => ({
  appsPerOwner: settings.APPS_PER_OWNER,
  appsPerAccount: settings.APPS_PER_ACCOUNT,
  members: settings.MEMBERS_PER_PLACE,
  organizationsPerAccount: settings.ORGANIZATIONS_PER_ACCOUNT,
  invitationsPerOwner: settings.INVITATIONS_PER_OWNER,
  invitationsPerRecipient: settings.INVITATIONS_PER_RECIPIENT,
  freedNameDays: settings.FREED_NAME_DAYS,
})

const rateLimitsOf = (settings: Settings) => ({
  reads: {
    burst: settings.RATE_LIMIT_READ_BURST,
    perSecond: settings.RATE_LIMIT_READS_PER_SECOND,
  },
  writes: {
    burst: settings.RATE_LIMIT_WRITE_BURST,
    perSecond: settings.RATE_LIMIT_WRITES_PER_SECOND,
  },
})

function toConfig(settings: Settings): Config {
  const publicUrl = publicUrlOf(settings)
  const trusted = issuersOf(settings)
  return Object.freeze({
    databaseUrl: settings.DATABASE_URL,
    publicUrl,
    baseUrl: settings.BASE_URL ?? publicUrl,
    managementUrl: settings.MANAGEMENT_URL ?? publicUrl,
    portalUrl: settings.PORTAL_URL ?? publicUrl,
    authUrl: settings.AUTH_URL ?? `${publicUrl}/oauth2/auth`,
    secretKeyFile: settings.SECRET_KEY_FILE,
    bundledSignIn: settings.BUNDLED_SIGN_IN,
    trustedIssuers: 'issuers' in trusted ? trusted.issuers : [],
    implicitFlow: settings.IMPLICIT_FLOW,
    compatibleClients: settings.COMPATIBLE_CLIENTS,
    orgTokens: settings.ORG_TOKENS,
    caps: capsOf(settings),
    lifecycle: parseLifecycle(settings.LIFECYCLE ?? '{}') ?? {},
    vendorNamespace: settings.VENDOR_NAMESPACE,
    strictApiVersion: settings.STRICT_API_VERSION,
    mitigationSentinel: settings.MITIGATION_SENTINEL,
    quotaRules: {
      decrease: settings.QUOTA_DECREASE,
      withinHeadroom: settings.QUOTA_WITHIN_HEADROOM,
      beyondHeadroom: settings.QUOTA_BEYOND_HEADROOM,
    },
    quotaRetryAfterSeconds: settings.QUOTA_RETRY_AFTER_SECONDS,
    providerExceptions: Object.freeze(listed(settings.PROVIDER_EXCEPTIONS?.toLowerCase())),
    providerTimeoutMs: settings.PROVIDER_TIMEOUT_SECONDS * 1000,
    patience: {
      retryLimit: settings.PROVIDER_RETRIES,
      retryDelay: settings.PROVIDER_RETRY_SECONDS,
    },
    runJobs: settings.RUN_JOBS,
    ...listenersOf(settings, publicUrl),
    metricsHost: settings.METRICS_HOST,
    metricsPort: settings.METRICS_PORT,
    logLevel: settings.LOG_LEVEL,
    trustProxy: Object.freeze(listed(settings.TRUST_PROXY)),
    drainMs: settings.DRAIN_SECONDS * 1000,
    requestTimeoutMs: settings.REQUEST_TIMEOUT_SECONDS * 1000,
    anonymousLimit: { burst: settings.ANONYMOUS_BURST, perSecond: settings.ANONYMOUS_PER_SECOND },
    rateLimits: settings.RATE_LIMITS ? rateLimitsOf(settings) : undefined,
  })
}
