import { ACCESS_NAMES } from '../../../../client/access-names.ts'
import type { ApiToken } from './queries.ts'

/** The API accepts tokens without a name. */
export const nameOf = ({ description }: ApiToken): string => description.trim() || 'Unnamed token'

export const accessOf = ({ scope: [access] }: ApiToken): string => ACCESS_NAMES[access ?? 'viewer']

/** `bna_…x9Kq…`: the kind and the distinguishing characters; those in between are the same within a list. */
export const startOf = ({ value_start: start }: ApiToken): string =>
  start === undefined ? '' : `${start.slice(0, 4)}…${start.slice(-4)}…`

const number = new Intl.NumberFormat('en')

export const countTokens = (count: number): string =>
  count === 1 ? '1 token' : `${number.format(count)} tokens`
