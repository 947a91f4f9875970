import type { Caller } from '../../platform/caller.ts'
import type { RequestError } from '../../platform/errors.ts'
import { userTokenRequired } from './errors.ts'

/** Everything an operation of this area can demand of its caller. */
export type Right = 'nothing' | 'read own profile'

const NEEDS: Record<Right, (caller: Caller) => RequestError | undefined> = {
  // For addresses that lead nowhere: who asks must be known, what for does not matter.
  nothing: () => undefined,
  'read own profile': (caller) => (caller.kind === 'user' ? undefined : userTokenRequired()),
}

export const refuse = (caller: Caller, right: string) => NEEDS[right as Right](caller)
