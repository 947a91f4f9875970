import { addMs, type ProductClock, type ProductTime, type RealClock } from '../../platform/time.ts'

export type ClockState = Readonly<{ time: ProductTime; isFrozen: boolean; isMoved: boolean }>
export type ClockChange = Readonly<{ time?: Date | undefined; isFrozen?: boolean | undefined }>

/** The product time of one emulator. It runs with the real time until somebody moves or freezes it. */
export function createClock(realTime: RealClock) {
  let offsetMs = 0
  let frozenAt: ProductTime | undefined
  let isMoved = false
  const running = () => addMs(realTime(), offsetMs) as Date as ProductTime
  const productTime: ProductClock = () => frozenAt ?? running()
  const set = (time: Date) => {
    isMoved = true
    offsetMs = time.getTime() - realTime().getTime()
    if (frozenAt) frozenAt = new Date(time) as ProductTime
  }
  return {
    productTime,
    read: (): ClockState => ({
      time: productTime(),
      isFrozen: frozenAt !== undefined,
      isMoved,
    }),
    /** Answers by how much the time has changed. */
    change({ time, isFrozen }: ClockChange): number {
      const before = productTime()
      if (time) set(time)
      if (isFrozen !== undefined && isFrozen !== (frozenAt !== undefined)) {
        const now = productTime()
        frozenAt = isFrozen ? now : undefined
        set(now)
      }
      return productTime().getTime() - before.getTime()
    },
    /** Back to the real time. */
    reset(): number {
      const before = productTime()
      offsetMs = 0
      frozenAt = undefined
      isMoved = false
      return productTime().getTime() - before.getTime()
    },
  }
}

export type Clock = ReturnType<typeof createClock>
