import type { AccountRow } from '../../directory/accounts/store.ts'
import type { Trx } from '../../platform/db/connect.ts'

/** Where somebody gives or changes second factors: in a sign-in, or in the session of a browser. */
export type FactorContext = Readonly<{
  account: AccountRow
  /** Challenges are bound to it. */
  contextHash: Buffer
  /** Whose wrong codes count together. */
  browser: string
  /** When the person last proved who they are, with a password or at an issuer. */
  signedInAt: Date
  /** When a second factor was last given here. */
  usedAt: Date | undefined
  client: string | null
  /** Whether it still holds, in a transaction that has locked the account. */
  confirm: (trx: Trx) => Promise<boolean>
}>

/** Whose wrong codes count together if the account does not know their browser. */
export const UNKNOWN_BROWSER = ''
