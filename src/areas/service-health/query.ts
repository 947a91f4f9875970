import { type Fields, type Filter, parseFilter } from '../../platform/http/filter.ts'
import { describeFault } from '../../platform/http/filter-fault.ts'
import { readTime } from '../../platform/http/time.ts'
import { filterUnreadable, parameterRepeated, startTimeUnreadable } from './errors.ts'

/** A parameter that is given twice leaves no way to know which was meant. */
export function once<Query extends object>(query: Query): Query {
  for (const [name, value] of Object.entries(query)) {
    if (Array.isArray(value)) throw parameterRepeated(name)
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
  if ('fault' in read) throw filterUnreadable(describeFault(read.fault))
  return read.filter
}

export function readStart(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  const time = readTime(text)
  if (!time) throw startTimeUnreadable()
  return time
}

/** The address of this request, at the host that the settings name, going on from the marker. */
export function toNextLink(requestUrl: string, managementUrl: string, marker: string): string {
  // A request may name a host in its first line; what it says is not believed.
  const target = requestUrl.replace(/^https?:\/\/[^/?]*/i, '')
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(target) ?? []
  const kept = query.split('&').filter((part) => !/^(\$|%24)skiptoken=/i.test(part) && part !== '')
  return `${managementUrl}${path}?${[...kept, `$skipToken=${marker}`].join('&')}`
}
