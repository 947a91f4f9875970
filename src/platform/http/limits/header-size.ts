import type { IncomingMessage } from 'node:http'
import { RequestError } from '../../errors.ts'

const LARGEST_HEADERS = 16 * 1024

/** What the HTTP parser itself takes: more than we do, so that we are the ones who refuse, by route. */
export const PARSER_HEADER_LIMIT = 64 * 1024

/** The parser refuses before it knows the address; refusing here gives each area its own body. */
export function findHeaderFault({ rawHeaders }: IncomingMessage): RequestError | undefined {
  let size = 0
  for (const text of rawHeaders) size += text.length + 2
  return size > LARGEST_HEADERS ? headersTooLarge() : undefined
}

const headersTooLarge = () =>
  new RequestError(
    'headers-too-large',
    'RequestHeadersTooLarge',
    'The request headers are larger than 16 KiB in total. Send fewer or shorter headers.',
  )
