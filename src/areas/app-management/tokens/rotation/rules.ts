import type { ProductTime } from '../../../../platform/time.ts'

export type RotatedToken = Readonly<{ createdBy: string; expiresAt: Date | null }>

export type RotationFault =
  | { fault: 'of another' }
  | { fault: 'expired' }
  | { fault: 'outlives'; latest: Date }
  | { fault: 'previous value' }

/** What the call is made with. */
export type RotationMaker = RotatedToken &
  Readonly<{ isItself: boolean; isPrevious: boolean; isRepeat: boolean }>

/**
 * Whoever rotates a token knows its value from then on. So it must be their own, or it would outlast their
 * removal; and it must not outlast what the call is made with. A previous value only asks again for the value that
 * nobody saw.
 */
export function judgeRotation(
  token: RotatedToken,
  maker: RotationMaker,
  now: ProductTime,
): RotationFault | undefined {
  if (token.createdBy !== maker.createdBy) return { fault: 'of another' }
  if (token.expiresAt && token.expiresAt <= now) return { fault: 'expired' }
  if (maker.isItself && maker.isPrevious) {
    return maker.isRepeat ? undefined : { fault: 'previous value' }
  }
  const { expiresAt: latest } = maker
  if (latest && (!token.expiresAt || token.expiresAt > latest)) return { fault: 'outlives', latest }
  return undefined
}

/** When the previous value ends; null: at once. */
export function decidePreviousEnd(
  minutes: number,
  expiresAt: Date | null,
  now: ProductTime,
): Date | null {
  if (minutes === 0) return null
  const end = new Date(now.getTime() + minutes * 60_000)
  return expiresAt && expiresAt < end ? expiresAt : end
}
