import type { Limits } from '../../../src/limits.ts'

/** Rates that nobody reaches, with or without a sign-in. */
export const UNLIMITED =
  'readBurst=1000000,writeBurst=1000000,anonymousBurst=1000000,anonymousPerSecond=1000000'

/** Has a process use other limits than those of an installation. */
export const testLimits = (limits: Partial<Limits>) => ({ TEST_LIMITS: JSON.stringify(limits) })

/** Where a busy machine is not the subject: nobody is refused because a connection takes long. */
export const PATIENT = { admission: { maxWaitMs: 30_000 } }
export const LONG_WAITS = testLimits(PATIENT)
