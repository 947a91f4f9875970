import { unescape as decode } from 'node:querystring'
import { RequestError } from '../errors.ts'
import { describeFault } from '../filter/fault.ts'
import { type Fields, type Filter, parseFilter } from '../filter/filter.ts'
import { findUrlFault } from '../http/limits/url-size.ts'

const invalid = (code: string, message: string) => new RequestError('invalid', code, message)

/** A parameter that is given twice leaves no way to know which was meant. */
export function once<Query extends object>(query: Query): Query {
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) {
      throw invalid(
        'InvalidParameter',
        `The query parameter ${name} is present more than once. Send it only once.`,
      )
    }
  }
  return query
}

/** An empty filter asks for nothing in particular. */
export function readFilter<Name extends string>(
  text: string | undefined,
  fields: Fields<Name>,
): Filter<Name> | undefined {
  if (text === undefined || text.trim() === '') return undefined
  const read = parseFilter(text, fields)
  if ('fault' in read) throw invalid('InvalidODataQueryOptions', describeFault(read.fault))
  return read.filter
}

/** The address of this request, at the host that the settings name, going on from the cursor. */
export function toNextLink(requestUrl: string, baseUrl: string, cursor: string): string {
  // A request may name a host in its first line; what it says is not believed.
  const target = requestUrl.replace(/^https?:\/\/[^/?]*/i, '')
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? []
  const kept = query.split('&').filter((part) => part !== '' && nameOf(part) !== '$skiptoken')
  const link = (parts: string[]) => `${path}?${[...parts, `$skipToken=${cursor}`].join('&')}`
  const whole = link(kept)
  // A link that we would refuse leaves out what no list reads.
  const isRefused = findUrlFault(whole) !== undefined
  return `${baseUrl}${isRefused ? link(kept.filter((part) => READ.has(nameOf(part)))) : whole}`
}

const READ = new Set(
  'api-version $filter $top querystarttime search scope actor action from to'.split(' '),
)

/** However it is encoded: left beside ours, it would be a cursor given twice. */
const nameOf = (part: string) => decode(part.replace(/=.*$/s, '')).toLowerCase()
