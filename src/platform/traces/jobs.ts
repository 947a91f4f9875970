import { typeOf } from './error-type.ts'
import type { Carrier, Traces } from './traces.ts'

/** A job goes on with the trace of the request that enqueued it. */
export async function traceJob(
  traces: Traces,
  queue: string,
  { traceparent }: Carrier,
  work: () => Promise<void>,
): Promise<void> {
  const span = traces.start(`job ${queue}`, {
    kind: 'consumer',
    attributes: { 'messaging.operation.type': 'process', 'messaging.destination.name': queue },
    parent: traceparent === undefined ? {} : { traceparent },
  })
  try {
    await traces.run(span, work)
    traces.end(span)
  } catch (error) {
    traces.end(span, typeOf(error))
    throw error
  }
}
