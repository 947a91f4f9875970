import type { FastifyInstance } from 'fastify'
import { RequestError } from '../../errors.ts'

/** Far deeper than anything we know, and far from where a parser or the database would give up. */
export const DEEPEST_BODY = 32

/** Every JSON body of a scope must be one that can be stored, and that code without a limit for depth can read. */
export function refuseUnstorableBodies(app: FastifyInstance): void {
  app.addHook('preValidation', (request, _reply, done) => {
    const fault = request.body === undefined ? undefined : findBodyFault(request.body)
    if (fault) throw new RequestError('invalid', 'InvalidRequestBody', FAULTS[fault])
    done()
  })
}

const FAULTS = {
  text: 'A string contains the character NUL or an unpaired surrogate, which is not allowed in text. Remove it.',
  number: 'A number is too large to store. Send a number below 1.8e308.',
  depth: `The body has more than ${DEEPEST_BODY} levels of nesting. Reduce the nesting.`,
}

export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** PostgreSQL cannot store NUL, and half of a surrogate pair is no character. */
export function findBodyFault(body: unknown): keyof typeof FAULTS | undefined {
  for (const [value, depth] of walk(body)) {
    if (typeof value === 'string' && !isStorable(value)) return 'text'
    if (typeof value === 'number' && !Number.isFinite(value)) return 'number'
    if (typeof value === 'object' && depth > DEEPEST_BODY) return 'depth'
  }
  return undefined
}

/** Every value and name in a JSON body, and how deep it is. Without recursion: a megabyte has many brackets. */
function* walk(body: unknown): Generator<readonly [value: unknown, depth: number]> {
  const waiting: [value: unknown, depth: number][] = [[body, 0]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next
    const [value, depth] = next
    if (Array.isArray(value)) for (const item of value) waiting.push([item, depth + 1])
    else if (isPlainObject(value)) {
      for (const [name, member] of Object.entries(value)) {
        waiting.push([name, depth + 1], [member, depth + 1])
      }
    }
  }
}

/** Not the bytes or the stream of an upload. */
function isPlainObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
