import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

const LARGEST_ANSWER = 64 * 1024

/** An address that is not called, whoever asks for it. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused'
}

export type Resolve = (host: string) => Promise<readonly string[]>

export type OutgoingOptions = Readonly<{
  timeoutMs: number
  /** `host:port` that may be called although it is private, and over plain HTTP. */
  exceptions: readonly string[]
  /** The name is looked up once; every address it has must be public. */
  resolve?: Resolve
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
  const { timeoutMs, resolve = lookUpAll } = options
  return {
    async post(url, headers, body) {
      if (options.isOff) throw new Error('OUTGOING is off')
      const target = new URL(url)
      const signal = AbortSignal.timeout(timeoutMs)
      const address = await within(signal, timeoutMs, pickAddress(target, options, resolve))
      const sent = open(target, {
        method: 'POST',
        // A connection of its own, which ends with the answer: what comes after it is nobody's.
        agent: false,
        signal,
        lookup: answerWith(address),
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
        if (signal.aborted) throw tooLate(timeoutMs)
        throw error
      } finally {
        sent.destroy()
      }
    },
  }
}

const tooLate = (timeoutMs: number) => new Error(`it did not answer within ${timeoutMs / 1000} s`)

/** A lookup cannot be stopped, only no longer waited for. */
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

const open = (target: URL, options: RequestOptions & { ca?: string }) =>
  target.protocol === 'https:' ? requestHttps(target, options) : requestHttp(target, options)

/** Why an address is not called; nothing when it may be. Known without looking its name up. */
export function refuseAddress(url: string, exceptions: readonly string[]): string | undefined {
  if (!URL.canParse(url)) return 'It is not a valid URL.'
  const target = new URL(url)
  if (target.protocol !== 'https:' && target.protocol !== 'http:')
    return 'It must start with https.'
  if (target.username !== '' || target.password !== '') {
    return 'It contains a user name or a password. Remove them; calls are signed instead.'
  }
  if (isExcepted(target, exceptions)) return undefined
  if (target.protocol === 'http:') return 'It must start with https.'
  const host = hostOf(target)
  return isIP(host) > 0 && !isPublic(host)
    ? `${host} is not a public address. To allow it, add it to PROVIDER_EXCEPTIONS.`
    : undefined
}

async function pickAddress(
  target: URL,
  { exceptions }: OutgoingOptions,
  resolve: Resolve,
): Promise<string> {
  const refused = refuseAddress(target.href, exceptions)
  if (refused) throw new AddressRefused(refused)
  const host = hostOf(target)
  const addresses = isIP(host) > 0 ? [host] : await resolve(host)
  const [first] = addresses
  if (first === undefined) throw new Error(`${host} does not resolve to an address`)
  if (isExcepted(target, exceptions)) return first
  // All of them: a name that also points inside is not to be trusted with any of them.
  const inside = addresses.find((address) => !isPublic(address))
  if (inside)
    throw new AddressRefused(`${host} resolves to ${inside}, which is not a public address`)
  return first
}

/** Not private, loopback, link-local, reserved or shared; nor one of these as an IPv4-mapped IPv6 address. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  if (plain.range() !== 'unicast') return false
  // All of IPv6 that was ever given out to the public begins so.
  return plain.kind() === 'ipv4' || plain.match(GLOBAL_UNICAST)
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '')

function isExcepted(target: URL, exceptions: readonly string[]): boolean {
  const port = target.port || (target.protocol === 'https:' ? '443' : '80')
  return exceptions.includes(`${target.hostname}:${port}`.toLowerCase())
}

const lookUpAll: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** The name is not looked up a second time: the answer could be another. */
const answerWith =
  (address: string): LookupFunction =>
  (_host, options, callback) => {
    const family = isIP(address)
    if (options.all) callback(null, [{ address, family }])
    else callback(null, address, family)
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
