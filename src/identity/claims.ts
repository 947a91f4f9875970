import { isStorable } from '../platform/http/errors/unstorable.ts'

/** Text that reaches the database as it is; anything else is as good as absent. */
export const textOf = (claim: unknown) =>
  typeof claim === 'string' && claim !== '' && claim.length <= 256 && isStorable(claim)
    ? claim
    : undefined
