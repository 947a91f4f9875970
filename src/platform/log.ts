import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { systemRealTime } from './time.ts'

/**
 * No URL, no header, no address and no value of a row may reach a line: of a request only its route
 * pattern is told, of an error only what the code says about it. (`detail` of a database error
 * would quote the offending row.)
 */
const serializers: NonNullable<LoggerOptions['serializers']> = {
  req: ({ id, method, routeOptions }) => ({ id, method, route: routeOptions?.url }),
  res: ({ statusCode }) => ({ statusCode }),
  err: toErrorFields,
}

export function openLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, serializers, base: null, timestamp: isoTime() }, destination)
}

/** Lines of the same millisecond share their time stamp: formatting one costs as much as the rest of a line. */
function isoTime(): () => string {
  let lastMs = 0
  let text = ''
  return () => {
    const nowMs = systemRealTime().getTime()
    if (nowMs !== lastMs) {
      lastMs = nowMs
      text = `,"time":"${new Date(nowMs).toISOString()}"`
    }
    return text
  }
}

type ErrorFields = {
  type: string
  code?: unknown
  message: string
  stack?: string
  cause?: ErrorFields
}

/** SQLSTATE classes whose messages and stacks quote the value that was refused. */
const QUOTES_DATA = /^2[23]...$/

function toErrorFields(error: unknown): ErrorFields {
  if (!isErrorLike(error)) return { type: typeof error, message: 'thrown value is not an Error' }
  const { code } = error as { code?: unknown }
  const type = error.constructor.name
  if (QUOTES_DATA.test(String(code)))
    return { type, code, message: 'omitted, because it quotes data' }
  return {
    type,
    message: error.message,
    ...(code !== undefined && { code }),
    ...(error.stack !== undefined && { stack: error.stack }),
    ...(error.cause instanceof Error && { cause: toErrorFields(error.cause) }),
  }
}

/** The job engine reports copies of errors, which are plain objects. */
const isErrorLike = (error: unknown): error is Error =>
  typeof error === 'object' && error !== null && typeof (error as Error).message === 'string'
