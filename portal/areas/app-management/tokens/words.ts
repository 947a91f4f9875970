import type { Access, ApiToken } from '../queries-tokens.ts'

export const ACCESS_NAMES: Readonly<Record<Access, string>> = {
  all: 'Full access',
  viewer: 'Read-only',
}

/** The API takes a token without a name; the portal and the published client never make one alike. */
export const nameOf = ({ description }: ApiToken): string => description.trim() || 'Without a name'

export const accessOf = ({ scope: [access] }: ApiToken): string => ACCESS_NAMES[access ?? 'viewer']

/** `bna_…x9Kq…`: the kind, and what tells it from others; what is between is alike in one list. */
export const startOf = ({ value_start: start }: ApiToken): string =>
  start === undefined ? '' : `${start.slice(0, 4)}…${start.slice(-4)}…`

const number = new Intl.NumberFormat('en')

export const countTokens = (count: number): string =>
  count === 1 ? '1 token' : `${number.format(count)} tokens`

const MOST_NAMES = 5
const list = new Intl.ListFormat('en', { type: 'conjunction' })

/** "Ada, Bob and 3 more": enough to know whom to ask. */
export function listNames(names: readonly string[]): string {
  const rest = names.length - MOST_NAMES
  return list.format(rest > 1 ? [...names.slice(0, MOST_NAMES), `${rest} more`] : names)
}
