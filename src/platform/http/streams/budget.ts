/** Of all streams of a process: what was written and is not sent yet. */
const MOST_UNSENT_BYTES = 64 * 1024 * 1024
/** What a stream may hold whatever the others do: small events come also when somebody does not read large ones. */
const RESERVED_BYTES = 16 * 1024
/** Who holds bytes for longer than this reads too slowly to keep others waiting. */
const SLOW_AFTER_MS = 1000

export type Budget = ReturnType<typeof createBudget>

type StreamBuffer = { bytes: number; since: number; isOver: boolean; disconnect: () => void }

/** One large event for thousands of streams must not be in memory once for each of them. */
export function createBudget(most = MOST_UNSENT_BYTES, readMs = () => performance.now()) {
  /** Those who have sent nothing for longest come first. */
  const buffers = new Set<StreamBuffer>()
  let all = 0

  function add(buffer: StreamBuffer, bytes: number): void {
    if (buffer.bytes === 0) buffer.since = readMs()
    buffer.bytes += bytes
    all += bytes
    buffers.add(buffer)
  }

  function release(buffer: StreamBuffer, bytes: number): void {
    if (buffer.isOver) return
    buffer.bytes -= bytes
    all -= bytes
    buffer.since = readMs()
    buffers.delete(buffer)
    if (buffer.bytes > 0) buffers.add(buffer)
  }

  function close(buffer: StreamBuffer): void {
    release(buffer, buffer.bytes)
    buffer.isOver = true
  }

  /** Slow readers make room for others, the slowest first. */
  function evictSlowStreams(bytes: number, own: StreamBuffer): boolean {
    for (const each of buffers) {
      if (all + bytes <= most) break
      if (readMs() - each.since < SLOW_AFTER_MS) break
      if (each === own) continue
      close(each)
      each.disconnect()
    }
    return all + bytes <= most
  }

  return {
    unsent: () => all,
    /** The share of one stream. `disconnect`: closes it at once. */
    open(disconnect: () => void) {
      const buffer: StreamBuffer = { bytes: 0, since: 0, isOver: false, disconnect }
      return {
        /** False when the process already holds as much as it may. Otherwise answers what to call once it is sent. */
        take(bytes: number): false | (() => void) {
          const isSmall = buffer.bytes + bytes <= RESERVED_BYTES
          if (buffer.isOver || !(isSmall || evictSlowStreams(bytes, buffer))) return false
          add(buffer, bytes)
          return () => release(buffer, bytes)
        },
        close: () => close(buffer),
      }
    },
  }
}
