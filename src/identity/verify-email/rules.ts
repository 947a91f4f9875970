import { DAY_MS } from '../../platform/durations.ts'
import type { RealTime } from '../../platform/time.ts'

export const VERIFICATION_MS = DAY_MS

export type Verification = Readonly<{ hash: Buffer; expires_at: Date }>

/** Whether a link is the last one that was mailed, and in time. */
export const isGood = (
  verification: Verification | undefined,
  hash: Buffer,
  now: RealTime,
): verification is Verification =>
  verification?.hash.equals(hash) === true && verification.expires_at > now
