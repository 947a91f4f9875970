import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { lookUp, queryNames } from './dns/host-addresses.ts'
import { hostOf, isExcepted, isPublic, refuseAddress } from './dns/outgoing-address.ts'
import { reasonOf } from './errors.ts'

const LARGEST_ANSWER = 64 * 1024

/** An address that is not called, whoever asks for it. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

/** The same text whatever the name leads to, because users read it: the names inside are not for them. */
const leadsNowhere = (host: string) => `The name ${host} does not resolve to a public address.`

export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>

export type OutgoingOptions = Readonly<{
  timeoutMs: number
  /** `host:port` that may be called although it is private, and over plain HTTP; `host:*` for all ports. */
  exceptions: readonly string[]
  /** The name is looked up once; every address it has must be public. Default: the name servers. */
  resolve?: Resolve
  /** The name servers, each as `address:port`, instead of those of the machine. */
  nameServers?: readonly string[]
  /** For the operator: why a name was found to lead to no public address. */
  onRefused?: (refused: Readonly<{ host: string; reason: string }>) => void
  /** A certificate authority to believe instead of the well-known ones. */
  ca?: string
  /** Then nothing is called. */
  isOff?: boolean
}>

export type Outgoing = Readonly<{
  post: (
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ) => Promise<{ status: number; body: string }>
}>

/** Calls to addresses that operators give us: never into the network we stand in, never redirected. */
export function openOutgoing(options: OutgoingOptions): Outgoing {
  const { timeoutMs } = options
  return {
    async post(url, headers, body) {
      if (options.isOff) throw new Error('OUTGOING is off')
      const target = new URL(url)
      const signal = AbortSignal.timeout(timeoutMs)
      const addresses = await within(signal, timeoutMs, pickAddresses(target, options, signal))
      const sent = open(target, {
        method: 'POST',
        // A connection of its own, which ends with the answer: what comes after it is nobody's.
        agent: false,
        signal,
        lookup: answerWith(addresses),
        autoSelectFamilyAttemptTimeout: FAMILY_TIMEOUT_MS,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        ...(options.ca !== undefined && { ca: options.ca }),
      })
      // Once there is an answer, reading it tells what went wrong; the request need not tell it too.
      sent.on('error', () => undefined)
      sent.end(body)
      try {
        const [answer] = (await once(sent, 'response', { signal })) as [IncomingMessage]
        return { status: answer.statusCode ?? 0, body: await readBody(answer) }
      } catch (error) {
        throw signal.aborted ? tooLate(timeoutMs) : firstOf(error)
      } finally {
        sent.destroy()
      }
    },
  }
}

/** How long the first address is tried before one of the other family. */
const FAMILY_TIMEOUT_MS = 2500

const tooLate = (timeoutMs: number) => new Error(`it did not respond within ${timeoutMs / 1000} s`)

/** The error of two addresses that failed has no text of its own. */
const firstOf = (error: unknown) => (error instanceof AggregateError ? error.errors[0] : error)

/** What cannot be stopped is no longer waited for. */
async function within<T>(signal: AbortSignal, timeoutMs: number, work: Promise<T>): Promise<T> {
  const done = new AbortController()
  const late = once(signal, 'abort', { signal: done.signal }).then(() => {
    throw tooLate(timeoutMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    done.abort()
  }
}

type OpenOptions = RequestOptions & { ca?: string; autoSelectFamilyAttemptTimeout: number }

const open = (target: URL, options: OpenOptions) =>
  target.protocol === 'https:' ? requestHttps(target, options) : requestHttp(target, options)

async function pickAddresses(
  target: URL,
  options: OutgoingOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { exceptions } = options
  const refused = refuseAddress(target.href, exceptions)
  if (refused) throw new AddressRefused(refused)
  const host = hostOf(target)
  if (isIP(host) > 0) return [host]
  if (isExcepted(target, exceptions)) return (options.resolve ?? lookUp)(host, signal)
  const { reason, isSettled, addresses } = await findPublic(host, options, signal)
  if (reason === undefined) return addresses
  if (!signal.aborted) options.onRefused?.({ host, reason })
  throw isSettled ? new AddressRefused(leadsNowhere(host)) : new Error(leadsNowhere(host))
}

type Found = Readonly<{
  addresses: readonly string[]
  /** Why none of them is called. */
  reason?: string
  /** Another try does not change it. */
  isSettled?: boolean
}>

async function findPublic(
  host: string,
  { resolve, nameServers }: OutgoingOptions,
  signal: AbortSignal,
): Promise<Found> {
  try {
    const addresses = await (resolve
      ? resolve(host, signal)
      : queryNames(host, signal, nameServers))
    if (addresses.length === 0) return { addresses, reason: 'it has no address' }
    // All of them: a name that also points inside is not to be trusted with any of them.
    const inside = addresses.find((address) => !isPublic(address))
    if (inside === undefined) return { addresses }
    return { addresses, isSettled: true, reason: `it resolves to ${inside}, which is not public` }
  } catch (error) {
    return { addresses: [], reason: reasonOf(error) }
  }
}

/** The name is not looked up a second time: the answer could be another. Not every machine has both families. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }))
  const ofEach = known.filter(
    ({ family }, at) => known.findIndex((one) => one.family === family) === at,
  )
  return (_host, options, callback) => {
    const [first] = ofEach
    if (options.all || !first) callback(null, ofEach)
    else callback(null, first.address, first.family)
  }
}

/** What lies beyond the largest answer is left unread: the status has said what counts. */
async function readBody(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    chunks.push(chunk)
    if (size > LARGEST_ANSWER) break
  }
  return Buffer.concat(chunks).subarray(0, LARGEST_ANSWER).toString('utf8')
}
