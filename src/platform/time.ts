declare const named: unique symbol

/** The time of events, quota, jobs, retention, lifecycle and the expiry of API tokens. */
export type ProductTime = Date & { readonly [named]: 'product' }

/** The time of sign-in, bearers, sessions, rate limits and time-outs. */
export type RealTime = Date & { readonly [named]: 'real' }

export type ProductClock = () => ProductTime
export type RealClock = () => RealTime

export const systemProductTime: ProductClock = () => new Date() as ProductTime
export const systemRealTime: RealClock = () => new Date() as RealTime

/** The same kind of time, so many milliseconds later; earlier if negative. */
export const addMs = <Time extends ProductTime | RealTime>(time: Time, ms: number): Time =>
  new Date(time.getTime() + ms) as Time

/** Not negative: two clocks may differ. */
export const secondsBetween = (earlier: Date, later: Date): number =>
  Math.max(0, later.getTime() - earlier.getTime()) / 1000
