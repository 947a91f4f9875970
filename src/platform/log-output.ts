import { constants, fstatSync, openSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { type DestinationStream, pino } from 'pino'

const BLOCK_CHARACTERS = 64_000
const FLUSH_INTERVAL_MS = 500
/** What may wait to be written, in bytes: some seconds of a busy node. */
const MAX_BUFFER = 8 * 1024 * 1024
/** In one write, so that a busy event loop, which comes round seldom, still keeps up. */
const MAX_WRITE = 256 * 1024
/** How long the end of a process waits for its last lines. */
const CLOSE_TIMEOUT_MS = 1000

export type LogOutput = DestinationStream &
  Readonly<{
    /** Hands over what is in memory, without waiting for it to be written. */
    flush: () => void
    /** Writes the rest if that is possible within a second. Later lines are ignored. */
    close: () => Promise<void>
  }>

/**
 * Writes lines without ever waiting for them: a reader that has stopped or a full disk must not stop
 * the process. What does not fit into memory meanwhile is dropped, and `onDropped` is told how many.
 * Lines are joined into blocks first: counting and encoding each on its own costs more than making it.
 */
export function openLogOutput(
  fileDescriptor: number,
  onDropped: (lines: number) => void = () => undefined,
): LogOutput {
  const dest = withoutBlocking(fileDescriptor)
  const limits = { minLength: 1, maxLength: MAX_BUFFER, maxWrite: MAX_WRITE }
  let isClosed = false
  // Before the library's own listener, which would write the rest whatever it takes.
  process.prependListener('exit', () => writer.destroy())
  const writer = pino.destination({ dest, sync: false, ...limits })
  // A write that failed is tried again with the next block.
  writer.on('error', () => undefined)
  writer.on('drop', (lines: string) => onDropped(lines.split('\n').length - 1))

  let block = ''
  function flush(): void {
    if (block === '' || isClosed) return
    writer.write(block)
    block = ''
  }
  setInterval(flush, FLUSH_INTERVAL_MS).unref()
  process.on('beforeExit', flush)
  return {
    write(line) {
      block += line
      if (block.length >= BLOCK_CHARACTERS) flush()
    },
    flush,
    async close() {
      flush()
      isClosed = true
      const written = new Promise<void>((resolve) => writer.flush(() => resolve()))
      await Promise.race([written, delay(CLOSE_TIMEOUT_MS, undefined, { ref: false })])
      writer.destroy()
    },
  }
}

/**
 * A write to a full pipe would keep a thread until somebody reads, and a process with such a thread
 * cannot end. Opened anew, a pipe refuses instead, and others who write to it notice nothing. A
 * socket cannot be opened anew; the runtime makes it refuse when it takes it over.
 */
function withoutBlocking(fileDescriptor: number): number {
  if (process.platform !== 'linux') return fileDescriptor
  const file = fstatSync(fileDescriptor)
  if (file.isSocket()) new Socket({ fd: fileDescriptor, readable: false, writable: true }).unref()
  if (!file.isFIFO()) return fileDescriptor
  const { O_WRONLY, O_NONBLOCK } = constants
  try {
    return openSync(`/proc/self/fd/${fileDescriptor}`, O_WRONLY | O_NONBLOCK)
  } catch {
    // A pipe of another user (sudo -u … | logger) can be written, and not opened: then a write may block.
    return fileDescriptor
  }
}
