import { randomBytes } from 'node:crypto'
import { shareAccounts } from '../../../../directory/accounts/store.ts'
import { type Actor, actorOf, recordAudit } from '../../../../directory/audit.ts'
import type { Call } from '../../../../directory/caller.ts'
import { confirmSecondFactor } from '../../../../directory/step-up/actions.ts'
import { digestOf } from '../../../../platform/crypto/digest.ts'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import type { ProductClock, ProductTime, RealTime } from '../../../../platform/time.ts'
import {
  type AppTarget,
  type ByEmail,
  type OrganizationTarget,
  organizationRoleOf,
} from '../../access.ts'
import { type Confirmed, confirmAppRight, confirmRight } from '../../actions.ts'
import type { Caps } from '../../caps/rules.ts'
import { invitationNotFound, organizationRoleNeedsAdmin } from '../../errors.ts'
import { findStanding, lockOwner } from '../../store.ts'
import { acceptInvitation } from '../own/actions.ts'
import { mayGrant, maySend } from '../rules.ts'
import { deleteInvitation, findInvitation, findReceived, type InvitationKey } from '../store.ts'
import { type LinkedInvitation, pageOf } from './rules.ts'
import * as store from './store.ts'

export type NewLink = Readonly<{
  ownerId: string
  invitationId: string
  madeBy: string
  expiresAt: Date
  isMailed: boolean
}>

/** The secret is in the result and nowhere else. A link of the same kind that was there ends. */
export async function makeLink(
  trx: Trx,
  { ownerId, invitationId, madeBy, expiresAt, isMailed }: NewLink,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await store.putLink(trx, {
    hash: digestOf(secret),
    owner_id: ownerId,
    invitation_id: invitationId,
    is_mailed: isMailed,
    made_by: madeBy,
    expires_at: expiresAt,
    opened_by: null,
  })
  return secret
}

export type CopiedLink = Readonly<{ secret: string; expiresAt: Date }>

export function copyAppLink(db: Db, call: Call, target: AppTarget & ByEmail): Promise<CopiedLink> {
  return db.transaction().execute(async (trx) => {
    const app = await confirmAppRight(trx, call, 'manage app members', target)
    return copyLink(trx, call, app, { ...app, email: target.userEmail })
  })
}

export function copyOrgLink(
  db: Db,
  call: Call,
  target: OrganizationTarget & ByEmail,
): Promise<CopiedLink> {
  return db.transaction().execute(async (trx) => {
    const resolved = await confirmRight(trx, call, 'manage organization members', target)
    const key = { ownerId: resolved.ownerId, appId: null, email: target.userEmail }
    return copyLink(trx, call, resolved, key)
  })
}

/** Whoever has the link can accept: only who may send the invitation gets one. */
async function copyLink(
  trx: Trx,
  call: Call,
  resolved: Confirmed,
  key: InvitationKey,
): Promise<CopiedLink> {
  const invitation = await findInvitation(trx, key, call.at)
  if (!invitation) throw invitationNotFound(key.email)
  const mayCopy = mayGrant(invitation.organization_role, organizationRoleOf(call.caller, resolved))
  if (!mayCopy) throw organizationRoleNeedsAdmin()
  if (invitation.organization_role === 'admin') await confirmSecondFactor(trx, call)
  const { owner_id: ownerId, id: invitationId, expires_at: expiresAt } = invitation
  const madeBy = resolved.createdBy
  const link = { ownerId, invitationId, madeBy, expiresAt, isMailed: false }
  const secret = await makeLink(trx, link)
  await recordAudit(trx, actorOf(call), {
    scopeId: ownerId,
    action: 'invitation.copy-link',
    target: `invitation ${invitationId}`,
    after: { email: invitation.email },
  })
  return { secret, expiresAt }
}

/** Where an account comes from that answers by a link. */
type Origin = Required<Pick<Actor, 'source' | 'requestId'>>

/** Invitations as whoever has a link sees and accepts them. Unknown, used, renewed, revoked and expired look alike. */
export const invitationLinksIn = (db: Db, productTime: ProductClock, caps: Caps) => ({
  async find(secret: string): Promise<LinkedInvitation | undefined> {
    const found = await findByHash(db, digestOf(secret), productTime())
    if (!found || !(await isGood(db, found))) return undefined
    const { invitation, link } = found
    const { owner_name: owner, app_name: app, app_role, organization_role } = invitation
    return {
      to: app === null ? 'organization' : 'app',
      name: app === null ? owner : `${owner}/${app}`,
      role: app_role ?? organization_role ?? 'member',
      inviter: invitation.inviter_name,
      email: invitation.email,
      isMailed: link.is_mailed,
      page: pageOf(invitation),
    }
  },

  /** Whether this browser may go on with a copied link: the first one that does, and no other. */
  claim: (secret: string, browser: string) =>
    store.claimLink(db, digestOf(secret), digestOf(browser)),

  /** Nobody else can answer, renew or revoke the invitation until the transaction has ended. `accountId`: who will accept. */
  async hold(trx: Trx, secret: string, accountId?: string) {
    const hash = digestOf(secret)
    const at = productTime()
    const before = await findByHash(trx, hash, at)
    if (!before) return undefined
    const { invited_by, owner_id: ownerId } = before.invitation
    const senders = [invited_by, before.link.made_by]
    await shareAccounts(trx, accountId === undefined ? senders : [...senders, accountId])
    const ownerKind = await lockOwner(trx, ownerId)
    const found = await findByHash(trx, hash, at)
    // Another sender was not locked above: whoever tries again finds it.
    if (!found || !ownerKind || !senders.includes(found.invitation.invited_by)) return undefined
    if (!(await isGood(trx, found))) return undefined
    const { invitation, link } = found
    return {
      email: invitation.email,
      page: pageOf(invitation),
      /** Ends the invitation and its links. Throws if that would be a member too many. */
      async accept(id: string, where: Origin): Promise<void> {
        const became = await acceptInvitation(trx, invitation, id, ownerKind, at, caps)
        await deleteInvitation(trx, invitation)
        const actor = { kind: 'account', id, at, ...where } as const
        await recordAudit(trx, actor, {
          scopeId: ownerId,
          action: 'invitation.accept',
          target: `invitation ${invitation.id}`,
          before: { email: invitation.email },
          after: { ...became, link: link.is_mailed ? 'mailed' : 'copied' },
        })
      },
      /** For an account that was created with the link: its browser can sign in once until then. */
      allowSignIn: (id: string, until: RealTime) => store.setMadeAccount(trx, hash, id, until),
    }
  },

  /** The account that was created with the link, once. */
  endSignIn: (secret: string, now: RealTime) => store.endSignIn(db, digestOf(secret), now),
})

type Found = NonNullable<Awaited<ReturnType<typeof findByHash>>>

/** Both who sent the invitation and who copied the link may still grant what it promises. */
async function isGood(db: Db, { link, invitation }: Found): Promise<boolean> {
  const { owner_id: ownerId, app_id: appId, organization_id, organization_role } = invitation
  const ownerKind = organization_id === null ? 'user' : 'org'
  for (const id of new Set([invitation.invited_by, link.made_by])) {
    const sender = await findStanding(db, id, { ownerId, ownerKind, appId })
    if (!maySend(id, sender, organization_role)) return false
  }
  return true
}

async function findByHash(db: Db, hash: Buffer, now: ProductTime) {
  const link = await store.findLink(db, hash, now)
  if (!link) return undefined
  const key = { ownerId: link.owner_id, id: link.invitation_id }
  const invitation = await findReceived(db, key, now)
  return invitation && { link, invitation }
}
