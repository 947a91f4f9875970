import type { Account } from '../caller.ts'
import type { AccountRow } from './store.ts'

/** Accounts of the bundled provider carry this issuer, whatever address it is reached at. */
export const LOCAL_ISSUER = 'local'

const EMAIL = /^[^\s@]{1,64}@[^\s@]{1,189}$/

export function isEmail(email: string): boolean {
  return EMAIL.test(email) && !email.includes('\0')
}

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  displayName: row.display_name,
  email: row.email,
  avatarUrl: row.avatar_url,
  createdAt: row.created_at,
})
