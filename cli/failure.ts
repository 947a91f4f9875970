import { ApiError } from '../client/api-error.ts'

/** What a script may rely on. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  signedOut: 3,
  missing: 4,
  later: 5,
  interrupted: 130,
} as const

type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** An end that is told in a sentence: what happened and why, what to do next, and a code to search for. */
export class Failure extends Error {
  readonly exitCode: ExitCode
  readonly code: string
  readonly next: string | undefined

  constructor(exitCode: ExitCode, code: string, message: string, next?: string) {
    super(message)
    this.name = 'Failure'
    this.exitCode = exitCode
    this.code = code
    this.next = next
  }
}

export const usage = (message: string, next?: string) =>
  new Failure(EXIT.usage, 'Usage', message, next)

export const interrupted = () => new Failure(EXIT.interrupted, 'Interrupted', '')

export const isInterrupted = (error: unknown) =>
  error instanceof Failure && error.exitCode === EXIT.interrupted

/** Only somebody who trusts another authority can mend this; trying again cannot. */
const isUntrusted = (error: ApiError) =>
  error.status === 0 && /CERT|UNABLE_TO_(VERIFY|GET)/.test(causeOf(error) ?? '')

const TRY_LATER: ReadonlySet<number> = new Set([0, 408, 429, 502, 503, 504])

export function isRetryable(error: unknown): boolean {
  if (error instanceof Failure) return error.exitCode === EXIT.later
  return error instanceof ApiError && TRY_LATER.has(error.status) && !isUntrusted(error)
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof Failure) return error.exitCode
  if (isRetryable(error)) return EXIT.later
  if (!(error instanceof ApiError)) return EXIT.failed
  if (error.status === 401) return EXIT.signedOut
  return error.status === 404 ? EXIT.missing : EXIT.failed
}

/** What to do next for whoever is not signed in, or not any more. */
export const SIGN_IN = 'Run: binnacle login'
/** For whoever is not signed in at all: what the environment holds is not enough, or not good. */
export const UNSET = 'Run: unset BINNACLE_TOKEN; binnacle login --profile NAME'

/** What of the surroundings a hint has to repeat. */
export type Typed = Readonly<{ profile?: string | undefined; hasToken?: boolean }>

/**
 * For people: the sentence, what to do next, and at the end the code. Nothing for who pressed Ctrl-C.
 * Whoever named a profile is told to sign in with that one.
 */
export function explain(error: unknown, typed: Typed = {}): string {
  if (error instanceof Failure) {
    return sentences(error.message, withProfile(error.next, typed.profile), error.code)
  }
  if (error instanceof ApiError) return explainRefusal(error, typed)
  if (error instanceof Error) return sentences(error.message, undefined, error.name)
  return String(error)
}

function withProfile(next: string | undefined, profile: string | undefined): string | undefined {
  if (next !== SIGN_IN || profile === undefined) return next
  return `${SIGN_IN} --profile ${quoteForShell(profile)}`
}

/** As it can be pasted into a line of shell. */
export const quoteForShell = (word: string) =>
  /^[\w.@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`

function explainRefusal(error: ApiError, { profile, hasToken = false }: Typed): string {
  const cause = causeOf(error)
  if (isUntrusted(error)) return sentences(`${UNTRUSTED} (${cause})`, TRUST, 'NotTrusted')
  const message = cause ? `${error.message} (${cause})` : error.message
  const signIn = hasToken && profile === undefined ? UNSET : withProfile(SIGN_IN, profile)
  const next = NEXT[error.code] ?? (error.status === 401 ? signIn : undefined)
  const request = error.requestId ? `, request ${error.requestId}` : ''
  return sentences(message, next, `${error.code}${request}`)
}

const NEXT: Readonly<Record<string, string>> = {
  UnknownName: 'To register the name, add --force.',
  SecondFactorRequired:
    'In a terminal, the command waits until you have confirmed. In a script, use an API token, or a service account for the commands of operators.',
}

const UNTRUSTED = 'This machine does not trust the server certificate.'
const TRUST =
  'If you trust its certificate authority, run: binnacle login --ca FILE, or set NODE_EXTRA_CA_CERTS to the file.'

const sentences = (message: string, next: string | undefined, code: string) =>
  message && `${message}\n${next ? `${next}\n` : ''}Code: ${code}\n`

/** Of a call that got no answer: refused, unknown host, a certificate nobody vouches for. */
function causeOf({ cause }: ApiError): string | undefined {
  const inner = cause instanceof Error ? (cause.cause ?? cause) : undefined
  const { code, message } = (inner ?? {}) as { code?: string; message?: string }
  return code ?? message
}
