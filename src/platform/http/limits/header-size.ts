import type { IncomingMessage } from 'node:http'
import { RequestError } from '../../errors.ts'

const LARGEST_HEADERS = 16 * 1024

/** What the HTTP parser itself takes: more than we do, so that we are the ones who refuse, by route. */
export const PARSER_HEADER_LIMIT = 64 * 1024

/** The parser refuses before it knows the address; refusing here gives each area its own body. */
export function findHeaderFault({ rawHeaders }: IncomingMessage): RequestError | undefined {
  let size = 0
  let hosts = 0
  for (const [at, text] of rawHeaders.entries()) {
    size += text.length + 2
    if (at % 2 === 0 && text.length === 4 && text.toLowerCase() === 'host') hosts++
  }
  if (size > LARGEST_HEADERS) return headersTooLarge()
  // Node takes the first; a proxy may have looked at the other.
  return hosts > 1 ? hostRepeated() : undefined
}

const hostRepeated = () =>
  new RequestError(
    'invalid',
    'BadRequest',
    'The request has more than one Host header. Send the request with one.',
  )

const headersTooLarge = () =>
  new RequestError(
    'headers-too-large',
    'RequestHeadersTooLarge',
    'The request headers are larger than 16 KiB in total. Send fewer or shorter headers.',
  )
