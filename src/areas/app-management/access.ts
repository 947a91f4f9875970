import type { Caller } from '../../platform/caller.ts'
import type { RequestError } from '../../platform/errors.ts'
import { userTokenRequired } from './errors.ts'

/** Everything an operation of this area can demand of its caller: why it may not, or nothing when it may. */
export const rights: Record<string, (caller: Caller) => RequestError | undefined> = {
  // For addresses that lead nowhere: who asks must be known, what for does not matter.
  nothing: () => undefined,
  'read own profile': (caller) => (caller.kind === 'user' ? undefined : userTokenRequired()),
}
