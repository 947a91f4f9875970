import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { invalidEmail } from '../../../directory/accounts/errors.ts'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call } from '../../../directory/caller.ts'
import { findCurrentRepeated } from '../../../directory/repeats/actions.ts'
import { confirmSecondFactor } from '../../../directory/step-up/actions.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { isEmail, toEmailKey } from '../../../platform/mail/address.ts'
import { addMs } from '../../../platform/time.ts'
import {
  type AppTarget,
  type ByEmail,
  type OrganizationTarget,
  organizationRoleOf,
} from '../access.ts'
import { type Confirmed, confirmAppRight, confirmRight } from '../actions.ts'
import { checkInvitations } from '../caps/actions.ts'
import type { Caps } from '../caps/rules.ts'
import { alreadyAMember, invitationNotFound, organizationRoleNeedsAdmin } from '../errors.ts'
import { type AppKey, findAppUser, isOrgUser } from '../members/store.ts'
import type { Permissions, Role } from '../members/wire.ts'
import { deleteCopiedLink } from './links/store.ts'
import { type Invited, type Mailing, mailInvitation, wasInvited } from './mail/actions.ts'
import { INVITATION_LIFETIME_MS, isReached, mayGrant } from './rules.ts'
import * as store from './store.ts'

type AppRole = Permissions['permissions'][number]
type OrganizationRole = Role['role']

export type Inviting = Mailing & Readonly<{ caps: Caps }>

/** Asking again renews it: a new term, a new token, the same role unless another is named. */
export async function inviteToApp(
  db: Db,
  call: Call,
  target: AppTarget,
  { caps, ...mailing }: Inviting,
  email: string,
  role?: OrganizationRole,
): Promise<Invited> {
  return db.transaction().execute(async (trx) => {
    const app = await confirmAppRight(trx, call, 'manage app members', target)
    const id = randomUUIDv7()
    const isCurrent = () => isInvitedToApp(trx, call, app, email)
    const repeated = await findCurrentRepeated(trx, call, id, isCurrent)
    if (repeated !== undefined) return wasInvited(trx, mailing, repeated)
    if (isReached(await findAppUser(trx, app, email))) throw alreadyAMember(email, 'app')
    const earlier = await store.findInvitation(trx, { ...app, email }, call.at)
    // Renewing grants too: also what an admin once chose, only an admin sends again.
    const organizationRole =
      app.ownerKind === 'org' ? (role ?? earlier?.organization_role ?? 'member') : null
    if (!mayGrant(organizationRole, organizationRoleOf(call.caller, app))) {
      throw organizationRoleNeedsAdmin()
    }
    const sent = {
      id,
      appId: app.appId,
      email,
      appRole: earlier?.app_role ?? 'developer',
      organizationRole,
    }
    const put = await putInvitation(trx, call, app, sent)
    if (!earlier) await checkInvitations(trx, { ownerId: app.ownerId, email, now: call.at }, caps)
    return mailInvitation(trx, mailing, app.createdBy, target, put)
  })
}

export async function inviteToOrganization(
  db: Db,
  call: Call,
  target: OrganizationTarget,
  { caps, ...mailing }: Inviting,
  email: string,
  role?: OrganizationRole,
): Promise<Invited> {
  return db.transaction().execute(async (trx) => {
    const resolved = await confirmRight(trx, call, 'manage organization members', target)
    const id = randomUUIDv7()
    const isCurrent = () => isInvitedToOrganization(trx, call, resolved.ownerId, email)
    const repeated = await findCurrentRepeated(trx, call, id, isCurrent)
    if (repeated !== undefined) return wasInvited(trx, mailing, repeated)
    const key = { ownerId: resolved.ownerId, appId: null, email }
    if (await isOrgUser(trx, resolved.ownerId, email)) throw alreadyAMember(email, 'organization')
    const earlier = await store.findInvitation(trx, key, call.at)
    const sent = {
      id,
      appId: null,
      email,
      appRole: null,
      organizationRole: role ?? earlier?.organization_role ?? 'collaborator',
    } as const
    const put = await putInvitation(trx, call, resolved, sent)
    if (!earlier)
      await checkInvitations(trx, { ownerId: resolved.ownerId, email, now: call.at }, caps)
    return mailInvitation(trx, mailing, resolved.createdBy, target, put)
  })
}

/** Only an invitation that is pending can be sent again. */
export async function resendToOrganization(
  db: Db,
  call: Call,
  target: OrganizationTarget,
  mailing: Mailing,
  email: string,
  role?: OrganizationRole,
): Promise<Invited> {
  return db.transaction().execute(async (trx) => {
    const resolved = await confirmRight(trx, call, 'manage organization members', target)
    const id = randomUUIDv7()
    const isCurrent = () => isInvitedToOrganization(trx, call, resolved.ownerId, email)
    const repeated = await findCurrentRepeated(trx, call, id, isCurrent)
    if (repeated !== undefined) return wasInvited(trx, mailing, repeated)
    const earlier = await findPending(trx, call, { ownerId: resolved.ownerId, appId: null, email })
    const sent = {
      id,
      appId: null,
      email: earlier.email,
      appRole: null,
      organizationRole: role ?? earlier.organization_role,
    }
    const put = await putInvitation(trx, call, resolved, sent)
    return mailInvitation(trx, mailing, resolved.createdBy, target, put)
  })
}

/** Whether an invitation is pending or was accepted. */
const isInvitedToApp = async (trx: Trx, { at }: Call, app: AppKey, email: string) =>
  isReached(await findAppUser(trx, app, email)) ||
  (await store.findInvitation(trx, { ...app, email }, at)) !== undefined

const isInvitedToOrganization = async (trx: Trx, { at }: Call, ownerId: string, email: string) =>
  (await isOrgUser(trx, ownerId, email)) ||
  (await store.findInvitation(trx, { ownerId, appId: null, email }, at)) !== undefined

type Sent = Readonly<{
  id: string
  appId: string | null
  email: string
  appRole: AppRole | null
  organizationRole: OrganizationRole | null
}>

async function putInvitation(trx: Trx, call: Call, resolved: Confirmed, { id, ...sent }: Sent) {
  if (!isEmail(sent.email)) throw invalidEmail(sent.email)
  if (sent.organizationRole === 'admin') await confirmSecondFactor(trx, call)
  const expiresAt = addMs(call.at, INVITATION_LIFETIME_MS)
  await store.putInvitation(trx, {
    owner_id: resolved.ownerId,
    id,
    app_id: sent.appId,
    email: sent.email,
    email_key: toEmailKey(sent.email),
    app_role: sent.appRole,
    organization_role: sent.organizationRole,
    // A token of an app stands for no person: whoever created it is named.
    invited_by: resolved.createdBy,
    answer_key: randomUUID(),
    created_at: call.at,
    expires_at: expiresAt,
  })
  await recordAudit(trx, actorOf(call), {
    scopeId: resolved.ownerId,
    action: 'invitation.send',
    target: `invitation ${id}`,
    after: sent,
  })
  return { ownerId: resolved.ownerId, id, email: sent.email, expiresAt }
}

export async function changeAppInvitation(
  db: Db,
  call: Call,
  target: AppTarget & ByEmail,
  { permissions }: Permissions,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const app = await confirmAppRight(trx, call, 'manage app members', target)
    const key = { ...app, email: target.userEmail }
    await change(trx, call, key, { app_role: permissions[0], invited_by: app.createdBy })
  })
}

export async function changeOrgInvitation(
  db: Db,
  call: Call,
  target: OrganizationTarget & ByEmail,
  { role }: Role,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const resolved = await confirmRight(trx, call, 'manage organization members', target)
    const key = { ownerId: resolved.ownerId, appId: null, email: target.userEmail }
    await change(trx, call, key, { organization_role: role, invited_by: resolved.createdBy })
  })
}

/** Who changes what an invitation grants answers for it as its sender. */
async function change(
  trx: Trx,
  call: Call,
  key: store.InvitationKey,
  roles: Pick<store.InvitationChange, 'app_role' | 'organization_role' | 'invited_by'>,
): Promise<void> {
  const invitation = await findPending(trx, call, key)
  const organizationRole = roles.organization_role ?? invitation.organization_role
  if (organizationRole === 'admin') await confirmSecondFactor(trx, call)
  await store.setInvitation(trx, invitation, roles)
  await deleteCopiedLink(trx, key.ownerId, invitation.id)
  await recordAudit(trx, actorOf(call), {
    scopeId: key.ownerId,
    action: 'invitation.change',
    target: `invitation ${invitation.id}`,
    before: {
      app_role: invitation.app_role,
      organization_role: invitation.organization_role,
      invited_by: invitation.invited_by,
    },
    after: roles,
  })
}

export async function revokeAppInvitation(
  db: Db,
  call: Call,
  target: AppTarget & ByEmail,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const app = await confirmAppRight(trx, call, 'revoke app invitation', target)
    await revoke(trx, call, { ...app, email: target.userEmail })
  })
}

export async function revokeOrgInvitation(
  db: Db,
  call: Call,
  target: OrganizationTarget,
  email: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { ownerId } = await confirmRight(trx, call, 'manage organization members', target)
    await revoke(trx, call, { ownerId, appId: null, email })
  })
}

async function revoke(trx: Trx, call: Call, key: store.InvitationKey): Promise<void> {
  const invitation = await findPending(trx, call, key)
  await store.deleteInvitation(trx, invitation)
  await recordAudit(trx, actorOf(call), {
    scopeId: key.ownerId,
    action: 'invitation.revoke',
    target: `invitation ${invitation.id}`,
    before: { email: invitation.email },
  })
}

async function findPending(
  trx: Trx,
  { at }: Call,
  key: store.InvitationKey,
): Promise<store.InvitationRow> {
  const invitation = await store.findInvitation(trx, key, at)
  if (!invitation) throw invitationNotFound(key.email)
  return invitation
}
