import type { IncomingMessage } from 'node:http'
import { RequestError } from '../../errors.ts'

const LONGEST_URL = 16 * 1024
const MOST_PARAMETERS = 200

/** What is left of a path that is refused: enough to tell which area answers. */
const KEPT_SEGMENTS = 13
const KEPT_CHARACTERS = 300

type Raw = IncomingMessage & { originalUrl?: string | undefined }

const refused = new WeakMap<object, RequestError>()

/**
 * For Fastify's `rewriteUrl`, which runs before the router and before the query is parsed. The router
 * gets a short path in place of a refused address, so that the area it belongs to can answer.
 */
export function shortenRefusedUrl(raw: Raw): string {
  const { url = '' } = raw
  // The framework sets it, and the sign-in library would read from it where it is mounted.
  raw.originalUrl = undefined
  const fault = findUrlFault(url)
  if (!fault) return url
  refused.set(raw, fault)
  return shortenPath(url)
}

/** What `shortenRefusedUrl` found. */
export const findRefusal = (raw: IncomingMessage): RequestError | undefined => refused.get(raw)

export function findUrlFault(url: string): RequestError | undefined {
  if (url.length > LONGEST_URL) return urlTooLong()
  // The router reads a query behind it too.
  if (url.includes('#')) return fragmentSent()
  const query = url.indexOf('?')
  return query !== -1 && hasTooManyParameters(url, query + 1) ? tooManyParameters() : undefined
}

/** Counts what stands between `&` from `start` on, and stops when it knows. */
function hasTooManyParameters(text: string, start: number): boolean {
  let found = 0
  for (let from = start; from < text.length; ) {
    const next = text.indexOf('&', from)
    const end = next === -1 ? text.length : next
    if (end > from && ++found > MOST_PARAMETERS) return true
    from = end + 1
  }
  return false
}

/** Without scheme, host, query and fragment; of the segments that tell areas apart, the beginnings. */
export function shortenPath(url: string): string {
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/[?#].*$/s, '')
  const segments = path.split('/', KEPT_SEGMENTS)
  return segments.map((segment) => segment.slice(0, KEPT_CHARACTERS)).join('/')
}

export const urlTooLong = () =>
  new RequestError(
    'uri-too-long',
    'RequestUriTooLong',
    'The request URL is longer than 16 KiB. Send a shorter URL. You can split a long filter into several requests.',
  )

const fragmentSent = () =>
  new RequestError(
    'invalid',
    'FragmentInAddress',
    'The request URL contains "#", which is not allowed in requests. Remove the fragment, or encode the character as %23.',
  )

const tooManyParameters = () =>
  new RequestError(
    'invalid',
    'TooManyParameters',
    `The request has more than ${MOST_PARAMETERS} query parameters. Send fewer parameters.`,
  )
