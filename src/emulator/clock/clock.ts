import { AsyncLocalStorage } from 'node:async_hooks'
import { addMs, type ProductClock, type ProductTime, type RealClock } from '../../platform/time.ts'

export type ClockState = Readonly<{ time: ProductTime; isFrozen: boolean; isMoved: boolean }>
export type ClockChange = Readonly<{ time?: Date | undefined; isFrozen?: boolean | undefined }>

/** The product time of one emulator. It runs with the real time until somebody moves or freezes it. */
export function createClock(realTime: RealClock) {
  let offsetMs = 0
  let frozenAt: ProductTime | undefined
  let isMoved = false
  /** What the emulator does itself may have a time of its own. Clients do not notice. */
  const ownTime = new AsyncLocalStorage<{ time: ProductTime | undefined }>()
  const running = () => addMs(realTime(), offsetMs) as Date as ProductTime
  const current = () => frozenAt ?? running()
  const productTime: ProductClock = () => ownTime.getStore()?.time ?? current()
  const set = (time: Date) => {
    isMoved = true
    offsetMs = time.getTime() - realTime().getTime()
    if (frozenAt) frozenAt = new Date(time) as ProductTime
  }
  return {
    productTime,
    read: (): ClockState => ({
      time: current(),
      isFrozen: frozenAt !== undefined,
      isMoved,
    }),
    /** Answers by how much the time has changed. */
    change({ time, isFrozen }: ClockChange): number {
      const before = current()
      if (time) set(time)
      if (isFrozen !== undefined && isFrozen !== (frozenAt !== undefined)) {
        // Read again, a clock that runs would be a millisecond later at times.
        const now = time ? (new Date(time) as ProductTime) : current()
        frozenAt = isFrozen ? now : undefined
        set(now)
      }
      return current().getTime() - before.getTime()
    },
    /** What `run` does, happens at this time; without one, at the time of the clock. */
    runAt: <T>(time: Date | undefined, run: () => Promise<T>): Promise<T> =>
      ownTime.run({ time: time && (new Date(time) as ProductTime) }, run),
    /** As a request of the emulator itself, at the time that `runAt` has set, if any. */
    runOwn: <T>(run: () => Promise<T>): Promise<T> =>
      ownTime.run(ownTime.getStore() ?? { time: undefined }, run),
    /** Whether it is the emulator itself that sends a request, and no client. */
    isOwn: (): boolean => ownTime.getStore() !== undefined,
    /** Back to the real time. */
    reset(): number {
      const before = current()
      offsetMs = 0
      frozenAt = undefined
      isMoved = false
      return current().getTime() - before.getTime()
    },
  }
}

export type Clock = ReturnType<typeof createClock>
