import type { Pairs } from './pairs.ts'
import type { Answered, Sent } from './send.ts'

const REQUEST_IDS = new Set(['x-ms-request-id', 'x-ms-correlation-request-id'])
const RATE = /^x-ms-ratelimit-/

/** What differs, apart from request ids, dates, rate headers, and what each side has generated. */
export function findDifference(
  pairs: Pairs,
  { method, target }: Sent,
  first: Answered,
  second: Answered,
): string | undefined {
  if (first.status !== second.status) return `status: ${first.status}, ${second.status}`
  const isWrite = method !== 'GET' && method !== 'HEAD'
  const mayLearn = first.status < 400 && (isWrite || target.startsWith('/oauth2/'))
  const inHeaders = findInHeaders(pairs, first, second, mayLearn)
  if (inHeaders !== undefined) return inHeaders
  const inBody = pairs.findDifference(first.text, second.text, mayLearn)
  return inBody && `body:\n    ${inBody}`
}

function findInHeaders(
  pairs: Pairs,
  first: Answered,
  second: Answered,
  mayLearn: boolean,
): string | undefined {
  const names = ({ headers }: Answered) => headers.map(([name]) => name).join(', ')
  if (names(first) !== names(second)) return `headers: ${names(first)}\n    ${names(second)}`
  for (const [n, [name, value]] of first.headers.entries()) {
    const other = second.headers[n]?.[1] ?? ''
    if (value === other || isApart(name, first, second)) continue
    if (REQUEST_IDS.has(name)) pairs.learn(value, other)
    const found = pairs.findDifference(value, other, mayLearn)
    if (found !== undefined) return `${name}: ${found}`
  }
  return undefined
}

/** Tags are of bodies, which contain what was generated. */
const isApart = (name: string, first: Answered, second: Answered): boolean =>
  name === 'date' || RATE.test(name) || (name === 'etag' && first.text !== second.text)
