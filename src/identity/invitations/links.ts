import type { Trx } from '../../platform/db/connect.ts'
import type { RealTime } from '../../platform/time.ts'

/** What the link of an invitation leads to. */
export type LinkedInvitation = Readonly<{
  to: 'app' | 'organization'
  name: string
  role: string
  /** The name of the account that invites. */
  inviter: string
  email: string
  /** The link was sent to the address, so whoever has it reads its mail. */
  isMailed: boolean
  /** The page of the portal that it leads to. */
  page: string
}>

/** An invitation that nobody else can answer, renew or revoke until the transaction has ended. */
export type HeldInvitation = Readonly<{
  email: string
  page: string
  accept: (
    accountId: string,
    where: Readonly<{ source: string; requestId: string }>,
  ) => Promise<void>
  allowSignIn: (accountId: string, until: RealTime) => Promise<void>
}>

/** Invitations belong to area A. A link that was never there, was used, or has ended finds nothing. */
export type InvitationLinks = Readonly<{
  find: (secret: string) => Promise<LinkedInvitation | undefined>
  /** Whether this browser may go on with a copied link. The first that does is the only one. */
  claim: (secret: string, browser: string) => Promise<boolean>
  hold: (trx: Trx, secret: string, accountId?: string) => Promise<HeldInvitation | undefined>
  /** The account that was created with the link and may sign in once. */
  endSignIn: (secret: string, now: RealTime) => Promise<string | undefined>
}>
