import { ACCESS_NAMES } from '../../../../client/access-names.ts'
import type { ApiToken } from './queries.ts'

/** The API accepts tokens without a name. */
export const nameOf = ({ description }: ApiToken): string => description.trim() || 'Unnamed token'

export const accessOf = ({ scope: [access] }: ApiToken): string => ACCESS_NAMES[access ?? 'viewer']

/** Characters 27 to 30: those before are the same within a list. */
export const startOf = ({ value_start: start }: ApiToken): string => start?.slice(-4) ?? ''

const number = new Intl.NumberFormat('en')

export const countTokens = (count: number): string =>
  count === 1 ? '1 token' : `${number.format(count)} tokens`
