import {
  type ClockOffset,
  describeWrongClock,
  isClockWrong,
  measureClockOffset,
} from './clock-offset.ts'
import type { Db } from './db/connect.ts'
import type { RealClock } from './time.ts'

export type ClockWatch = Readonly<{
  db: Db
  realTime: RealClock
  /** Called with each measurement, in seconds. */
  onMeasured: (offsetSeconds: number) => void
  log: Readonly<{
    info: (message: string) => void
    warn: (fields: object, message: string) => void
  }>
}>

const REPEAT_WARNING_AFTER_MS = 60 * 60_000
const CONSEQUENCE =
  'Sessions, access tokens and codes expire by the clock of the node that they are presented to, so this node accepts them for too long or not long enough. Correct the clock, for example with NTP.'

/** Compares now; throws if the clocks differ by more than `longestMs`. Then to be called again and again. */
export async function startClockCheck(
  watch: ClockWatch,
  longestMs: number,
): Promise<() => Promise<void>> {
  const { db, realTime, onMeasured, log } = watch
  let warnedAt: number | undefined

  async function compare(): Promise<ClockOffset> {
    const offset = await measureClockOffset(db, realTime)
    onMeasured(offset.offsetMs / 1000)
    return offset
  }
  function report(offset: ClockOffset): void {
    const now = performance.now()
    if (!isClockWrong(offset)) {
      if (warnedAt !== undefined)
        log.info('the clocks of this node and of the database agree again')
      warnedAt = undefined
    } else if (warnedAt === undefined || now - warnedAt > REPEAT_WARNING_AFTER_MS) {
      warnedAt = now
      const fields = { offsetSeconds: Math.round(offset.offsetMs / 1000) }
      log.warn(fields, `${describeWrongClock(offset)} ${CONSEQUENCE}`)
    }
  }

  const offset = await compare()
  if (isClockWrong(offset, longestMs)) {
    throw new Error(`${describeWrongClock(offset)} ${CONSEQUENCE}`)
  }
  report(offset)
  return async () => report(await compare())
}
