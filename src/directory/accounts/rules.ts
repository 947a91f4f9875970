import type { Account } from '../caller.ts'
import type { AccountRow } from './store.ts'

/** Accounts of the bundled provider carry this issuer, whatever address it is reached at. */
export const LOCAL_ISSUER = 'local'

export const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  name: row.name,
  displayName: row.display_name,
  email: row.email,
  createdAt: row.created_at,
})
