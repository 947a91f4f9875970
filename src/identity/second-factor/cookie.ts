import { type CookieDeps, makeCookie } from '../federation/cookie.ts'
import type { Given } from './rules.ts'

/** Who has proven who they are in one sign-in, and still has to give a second factor or to set one up. */
export type PendingFactor = Readonly<{
  uid: string
  accountId: string
  /** Since when bearers of the account count: whoever is signed out meanwhile does not come in. */
  validAfterMs: number | null
  /** Of the password that was given: one that was replaced meanwhile does not count. */
  passwordSetAtMs: number | null
  amr: readonly string[]
  issuer?: string
  /** The account was created by this sign-in. */
  isNew?: boolean
  /** What was set up in this sign-in is given by it. */
  given?: Given
}>

export const makeFactorCookie = (deps: CookieDeps) => makeCookie<PendingFactor>('_factor', deps)
