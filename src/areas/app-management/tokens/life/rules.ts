import { DAY_MS } from '../../../../platform/durations.ts'
import type { ProductTime } from '../../../../platform/time.ts'

/** How long new tokens live, in days. Null: without end, or until the longest life. */
export type TokenLife = Readonly<{ longestDays: number | null; defaultDays: number | null }>

export const ENDLESS: TokenLife = { longestDays: null, defaultDays: null }

/** Callers compute "in 90 days" by their own clock, which may be ahead. */
const CLOCK_DIFFERENCE_MS = 60_000

/** The stricter of both counts. Without a default, the longest life is the default. */
export function combineLives(one: TokenLife, other: TokenLife): TokenLife {
  const longestDays = least(one.longestDays, other.longestDays)
  return { longestDays, defaultDays: least(one.defaultDays, other.defaultDays, longestDays) }
}

function least(...days: (number | null)[]): number | null {
  const given = days.filter((each) => each !== null)
  return given.length === 0 ? null : Math.min(...given)
}

/** Whether somebody who creates the token now would be refused it. */
export function exceedsLife(
  { created_at, expires_at }: Readonly<{ created_at: Date; expires_at: Date | null }>,
  longestDays: number | null,
): boolean {
  if (longestDays === null) return false
  return expires_at === null || isTooLong(created_at, expires_at, longestDays)
}

export type Expiry =
  | { expiresAt: Date | null }
  | { fault: 'past' }
  | { fault: 'too-late'; latest: Date }
  | { fault: 'too-long'; longestDays: number }

/** Of a token for which no expiry was requested. */
export const toDefaultExpiry = ({ defaultDays }: TokenLife, now: ProductTime): Date | null =>
  defaultDays === null ? null : new Date(now.getTime() + defaultDays * DAY_MS)

/**
 * A token never outlives the token it was created with, nor the longest life. Without a requested expiry
 * it gets the default, or the expiry of that token if it is earlier.
 */
export function decideExpiry(
  requested: Date | null,
  makerExpiresAt: Date | null,
  life: TokenLife,
  now: ProductTime,
): Expiry {
  const { longestDays } = life
  if (!requested) {
    const usual = toDefaultExpiry(life, now)
    const isMakerFirst = makerExpiresAt && (!usual || makerExpiresAt < usual)
    return { expiresAt: isMakerFirst ? makerExpiresAt : usual }
  }
  if (requested <= now) return { fault: 'past' }
  if (makerExpiresAt && requested > makerExpiresAt) {
    return { fault: 'too-late', latest: makerExpiresAt }
  }
  if (longestDays !== null && isTooLong(now, requested, longestDays)) {
    return { fault: 'too-long', longestDays }
  }
  return { expiresAt: requested }
}

const isTooLong = (from: Date, until: Date, longestDays: number) =>
  until.getTime() - from.getTime() > longestDays * DAY_MS + CLOCK_DIFFERENCE_MS
