import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'

/**
 * No URL, no header, no address and no value of a row may reach a line: of a request only its route
 * pattern is told, of an error only what the code says about it. (`detail` of a database error
 * would quote the offending row.)
 */
const serializers: NonNullable<LoggerOptions['serializers']> = {
  req: ({ id, method, routeOptions }) => ({ id, method, route: routeOptions?.url }),
  res: ({ statusCode }) => ({ statusCode }),
  err: toErrorFacts,
}

export function openLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, serializers, base: null, timestamp: isoTime() }, destination)
}

const BLOCK_CHARACTERS = 8000
const FLUSH_EVERY_MS = 500

export type LogOutput = DestinationStream & { flushSync: () => void }

/**
 * Joins lines into blocks before the library's writer sees them: counting and encoding each line on
 * its own costs more than making it. A block that does not fill up is written after half a second.
 */
export function openLogOutput(fileDescriptor: number): LogOutput {
  // Synchronous: a busy event loop would come round too seldom to finish what it started, and hoard.
  const writer = pino.destination({ dest: fileDescriptor, sync: true })
  let block = ''
  const pass = () => {
    if (block === '') return
    writer.write(block)
    block = ''
  }
  setInterval(pass, FLUSH_EVERY_MS).unref()
  return {
    write(line) {
      block += line
      if (block.length >= BLOCK_CHARACTERS) pass()
    },
    flushSync() {
      pass()
      writer.flushSync()
    },
  }
}

/** Lines of the same millisecond share their time stamp: formatting one costs as much as the rest of a line. */
function isoTime(): () => string {
  let lastMs = 0
  let text = ''
  return () => {
    const nowMs = Date.now()
    if (nowMs !== lastMs) {
      lastMs = nowMs
      text = `,"time":"${new Date(nowMs).toISOString()}"`
    }
    return text
  }
}

type ErrorFacts = {
  type: string
  code?: unknown
  message: string
  stack?: string
  cause?: ErrorFacts
}

/** SQLSTATE classes whose messages and stacks quote the value that was refused. */
const QUOTES_DATA = /^2[23]...$/

function toErrorFacts(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' }
  const { code } = error as { code?: unknown }
  if (QUOTES_DATA.test(String(code)))
    return { type: error.constructor.name, code, message: 'quotes data' }
  return {
    type: error.constructor.name,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause instanceof Error && { cause: toErrorFacts(error.cause) }),
  }
}
