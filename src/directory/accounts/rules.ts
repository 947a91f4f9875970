import { toEmailKey } from '../../platform/mail/address.ts'
import type { Account } from '../caller.ts'
import type { AccountRow } from './store.ts'

/** Accounts of the bundled provider carry this issuer, whatever address it is reached at. */
export const LOCAL_ISSUER = 'local'

/** RFC 2606: no mail goes there, and nobody can own an address of it. */
const UNVERIFIED_DOMAIN = '@unverified.invalid'

/** Local parts have no more than 64 characters. */
export const LONGEST_UNVERIFIED_NAME = 64

/** Stands for the address of an account that has shown to own none: members are found by address. */
export const toUnverifiedAddress = (name: string): string => `${name}${UNVERIFIED_DOMAIN}`

export const isVerifiedAddress = (email: string): boolean =>
  !toEmailKey(email).endsWith(UNVERIFIED_DOMAIN)

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  displayName: row.display_name,
  email: row.email,
  createdAt: row.created_at,
})
