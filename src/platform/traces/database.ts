import type { PoolOptions } from '../db/pool.ts'
import type { TraceReads } from '../db/shared-read.ts'
import { typeOf } from './error-type.ts'
import type { Traces } from './traces.ts'

const POSTGRESQL = { 'db.system.name': 'postgresql' }

/** One span per statement of a request or a job. Values are not part of the text. */
export function traceStatements(traces: Traces): NonNullable<PoolOptions['onStatement']> {
  return (text, startedAt, error) => {
    if (!traces.findCurrent()) return
    const [operation = ''] = /^\s*\w+/.exec(text) ?? []
    const name = operation.trim().toUpperCase()
    const attributes = { ...POSTGRESQL, 'db.operation.name': name, 'db.query.text': text }
    traces.end(traces.start(name, { kind: 'client', attributes, startedAt }), typeOf(error))
  }
}

/** One span per batch: part of the trace of the first that waits for it, and linked to all. */
export const traceReads = (traces: Traces): TraceReads => ({
  findCaller: traces.findCurrent,
  start(read, text, callers, keys) {
    const [first] = callers
    if (!first) return undefined
    const batch = { 'db.operation.name': read, 'db.operation.batch.size': keys }
    const attributes = { ...POSTGRESQL, ...batch, 'db.query.text': text }
    const options = { kind: 'client', attributes, parent: first, links: callers } as const
    const span = traces.start(`shared read ${read}`, options)
    return (error) => traces.end(span, typeOf(error))
  },
})
