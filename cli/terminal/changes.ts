import { setTimeout as delay } from 'node:timers/promises'
import { type Frame, readFrames } from '../../client/event-stream.ts'
import { isRetryable } from '../failure.ts'

/** Opens the stream of the server that continues after this position. */
export type OpenChanges = (
  lastEventId: string | undefined,
  signal: AbortSignal,
) => Promise<ReadableStream<Uint8Array>>

/** Every other frame is a change, `start` as well: something may have changed before the stream began. */
const NO_CHANGE: ReadonlySet<string> = new Set(['end', 'position'])

/**
 * Calls `onChange` for each change that the server sends, until `signal`. Ends at once if the server has no
 * streams or refuses one: whoever watches also looks at intervals, and then learns why.
 */
export async function followChanges(
  open: OpenChanges,
  onChange: () => void,
  signal: AbortSignal,
): Promise<void> {
  let lastEventId: string | undefined
  while (!signal.aborted) {
    try {
      const body = await open(lastEventId, signal)
      await readAll(body, ({ event, id }) => {
        lastEventId = id ?? lastEventId
        if (!NO_CHANGE.has(event)) onChange()
      })
    } catch (error) {
      if (!isRetryable(error)) return
    }
    // Not all clients of a node that stops come back at the same moment.
    await delay(200 + Math.random() * 2800, undefined, { signal }).catch(() => undefined)
  }
}

/** Ends with the connection, whoever closed it. */
async function readAll(body: ReadableStream<Uint8Array>, onFrame: (frame: Frame) => void) {
  try {
    for await (const frame of readFrames(body)) onFrame(frame)
  } catch {
    // A connection that breaks is opened again, as one that was closed is.
  }
}
