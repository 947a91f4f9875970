import { LIMITS, type Limits, limitsOf } from '../../limits.ts'
import { STARTUP_CONNECT_TIMEOUT_MS } from '../../platform/db/connect.ts'
import type { MailConfig } from '../../platform/mail/settings.ts'
import { type Config, readConfig } from '../../settings.ts'
import type { Certificate } from './certificate.ts'
import { makeKey } from './files.ts'
import { LOOPBACK } from './options.ts'
import type { BoundPort } from './ports.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const EVERYWHERE = new Set(['0.0.0.0', '::'])

export function nameOf(host: string): string {
  if (EVERYWHERE.has(host) || host === LOOPBACK) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const FOR_ONE_PERSON = {
  // Scripts may use either address, and a browser must not remember this one.
  plainHttp: true,
  hsts: false,
}

const OWN_LIMITS: Limits = {
  ...LIMITS,
  // It shares a small machine with whatever is tried on it.
  admission: { maxWaitMs: STARTUP_CONNECT_TIMEOUT_MS },
  sharedReadTimeoutMs: STARTUP_CONNECT_TIMEOUT_MS,
  mailCaps: { perRecipient: 1000, perSender: 10_000 },
  mailRetry: { retryLimit: 3, retryDelay: 1 },
  // A machine that polls should not wait half a minute for a rehearsal.
  quotaRetryAfterSeconds: 1,
  // With a clock that stands still, two revisions of an event can have one time, by which texts are kept.
  eventCacheMib: 0,
}

/** Mails are written and shown on a page. */
const SHOWN_MAIL: MailConfig = {
  from: { name: 'Binnacle', address: 'no-reply@binnacle.example' },
  server: undefined,
}

/** Receivers are programs on the same machine. */
const LOCAL = ['localhost:*', '127.0.0.1:*', '[::1]:*']

const DEFAULTS = {
  METRICS_ADDRESS: '127.0.0.1:0',
  COMPATIBLE_CLIENTS: 'true',
  // One person's test may call as fast as it can.
  RATE_LIMITS: 'false',
  // There is nothing to protect, and scripts sign in with a password alone.
  OPERATOR_SECOND_FACTOR: 'optional',
}

export const portsOf = (plain: BoundPort | undefined, secure: BoundPort): Ports => ({
  plain: plain?.port,
  secure: secure.port,
})

type Ports = Readonly<{ plain: number | undefined; secure: number }>

/** The settings of each instance: they differ in their addresses and their database. */
export const openConfigs =
  (host: string, folder: string, { certFile, keyFile }: Certificate) =>
  (env: Environment, { plain, secure }: Ports, databaseUrl: string | undefined) =>
    configOf(env, {
      PUBLIC_URL: `https://${nameOf(host)}:${secure}`,
      SECRET_KEY_FILE: makeKey(folder),
      TLS_CERT_FILE: certFile,
      TLS_KEY_FILE: keyFile,
      DATABASE_URL: databaseUrl,
      HOST: host,
      PORT: String(plain ?? 'off'),
      TLS_PORT: String(secure),
    })

/** The environment may replace where it is found and its key, and nothing else of what was opened. */
function configOf(env: Environment, opened: Environment): Config {
  const { PUBLIC_URL, SECRET_KEY_FILE, ...fixed } = opened
  const settings = { ...DEFAULTS, PUBLIC_URL, SECRET_KEY_FILE, ...listSet(env), ...fixed }
  const config = readConfig(settings, limitsOf(env, OWN_LIMITS))
  const { mail = SHOWN_MAIL, notificationExceptions: named } = config
  const notificationExceptions = named.length > 0 ? named : LOCAL
  return { ...config, ...FOR_ONE_PERSON, mail, notificationExceptions }
}

/** A variable set to nothing counts as not set, and must not hide a default of ours. */
function listSet(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value))
}
