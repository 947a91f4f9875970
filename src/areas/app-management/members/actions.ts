import { actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call } from '../../../directory/caller.ts'
import { confirmSecondFactor } from '../../../directory/step-up/actions.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { AppTarget, ByEmail, ByName, OrganizationTarget } from '../access.ts'
import { type ConfirmedApp, confirmAppRight, confirmRight } from '../actions.ts'
import {
  lastAdmin,
  lastManager,
  lastManagerOfApps,
  notAMember,
  ownerStays,
  rightsAreImplied,
} from '../errors.ts'
import { deleteInvitations } from '../invitations/store.ts'
import { findOrganization } from '../organizations/store.ts'
import { recordEnd } from '../tokens/actions.ts'
import { endTokens, listTokens, type TokenScope } from '../tokens/store.ts'
import { type AppVerdict, judgeAppRole, judgeOrganizationRole } from './rules.ts'
import * as store from './store.ts'
import type { Permissions, Role } from './wire.ts'

export async function changeAppRole(
  db: Db,
  call: Call,
  target: AppTarget & ByEmail,
  { permissions }: Permissions,
): Promise<void> {
  const [role = 'viewer'] = permissions
  await db.transaction().execute(async (trx) => {
    const app = await confirmAppRight(trx, call, 'manage app members', target)
    const member = await findChangeable(trx, app, target, role)
    await store.setAppRole(trx, app, member.accountId, role)
    await recordAudit(trx, actorOf(call), {
      scopeId: app.ownerId,
      action: 'app.member.change',
      target: `account ${member.accountId} on app ${app.appId}`,
      before: { role: member.appRole },
      after: { role },
    })
  })
}

/** What became of the tokens that a removed person had created there. */
export type TokensOfRemoved = Readonly<{ ended: readonly string[]; left: readonly string[] }>

/** App tokens that the person created belong to the app and stay, unless they are to be revoked. */
export async function removeAppMember(
  db: Db,
  call: Call,
  target: AppTarget & ByEmail,
  revokesTokens: boolean,
): Promise<TokensOfRemoved> {
  return db.transaction().execute(async (trx) => {
    const app = await confirmAppRight(trx, call, 'remove app member', target)
    const { ownerId, appId } = app
    const { accountId, appRole } = await findChangeable(trx, app, target, null)
    await store.deleteMembersOfApps(trx, ownerId, appId, [accountId])
    const invitationsEnded = await deleteInvitations(trx, ownerId, {
      appId,
      accountIds: [accountId],
    })
    const scope = { homeId: ownerId, appId, createdBy: accountId }
    const tokens = await endTokensOfRemoved(trx, call, scope, revokesTokens)
    await recordAudit(trx, actorOf(call), {
      scopeId: ownerId,
      action: 'app.member.remove',
      target: `account ${accountId} on app ${appId}`,
      before: { role: appRole },
      after: { tokensEnded: tokens.ended, tokensLeft: tokens.left, invitationsEnded },
    })
    return tokens
  })
}

async function endTokensOfRemoved(
  trx: Trx,
  call: Call,
  scope: TokenScope,
  revokesTokens: boolean,
): Promise<TokensOfRemoved> {
  const ended = revokesTokens ? await endTokens(trx, scope, call.at) : []
  await recordEnd(trx, call, ended, 'creator removed')
  const left = await listTokens(trx, scope)
  return { ended: ended.map(({ id }) => id), left: left.map(({ id }) => id) }
}

async function findChangeable(
  trx: Trx,
  app: ConfirmedApp,
  { userEmail }: ByEmail,
  next: Permissions['permissions'][number] | null,
): Promise<store.FoundAppUser> {
  const member = await store.findAppUser(trx, app, userEmail)
  const others = member ? await store.countOtherManagers(trx, app, member.accountId) : 0
  const verdict = judgeAppRole(member, next, others)
  if (!member || verdict !== 'fine') throw toAppRefusal(verdict, userEmail)
  return member
}

function toAppRefusal(verdict: AppVerdict, who: string) {
  if (verdict === 'owner-stays') return ownerStays()
  if (verdict === 'implied') return rightsAreImplied(who)
  return verdict === 'last-manager' ? lastManager(who) : notAMember(who, 'app')
}

export async function changeOrganizationRole(
  db: Db,
  call: Call,
  target: OrganizationTarget & ByName,
  { role }: Role,
): Promise<store.OrgUserRow> {
  return db.transaction().execute(async (trx) => {
    const { ownerId } = await confirmRight(trx, call, 'manage organization members', target)
    const member = await findOrgChangeable(trx, ownerId, target, role)
    if (role === 'admin') await confirmSecondFactor(trx, call)
    await store.setOrganizationRole(trx, ownerId, member.accountId, role)
    await recordAudit(trx, actorOf(call), {
      scopeId: ownerId,
      action: 'organization.member.change',
      target: `account ${member.accountId}`,
      before: { role: member.role },
      after: { role },
    })
    return { ...member, role }
  })
}

/** Off the organization and every app of it. */
export async function removeOrganizationMember(
  db: Db,
  call: Call,
  target: OrganizationTarget & ByName,
  revokesTokens: boolean,
): Promise<TokensOfRemoved> {
  return db.transaction().execute(async (trx) => {
    const resolved = await confirmRight(trx, call, 'remove organization member', target)
    const { ownerId, createdBy } = resolved
    const { accountId, role } = await findOrgChangeable(trx, ownerId, target, null)
    if (accountId === createdBy) await confirmLeaving(trx, call, ownerId)
    const orphans = await store.listAppsManagedAlone(trx, ownerId, [accountId])
    if (orphans.length > 0) throw lastManagerOfApps(target.userName, orphans)
    await store.deleteMembersOfApps(trx, ownerId, undefined, [accountId])
    await store.deleteMembersOfOrganization(trx, ownerId, [accountId])
    // Otherwise an invitation that is still open would let them back in.
    const invitationsEnded = await deleteInvitations(trx, ownerId, { accountIds: [accountId] })
    const scope = { homeId: ownerId, createdBy: accountId }
    const tokens = await endTokensOfRemoved(trx, call, scope, revokesTokens)
    await recordAudit(trx, actorOf(call), {
      scopeId: ownerId,
      action: 'organization.member.remove',
      target: `account ${accountId}`,
      before: { role },
      after: { tokensEnded: tokens.ended, tokensLeft: tokens.left, invitationsEnded },
    })
    return tokens
  })
}

/** Otherwise a session without the factor would shake off an organization that demands one. */
async function confirmLeaving(trx: Trx, call: Call, organizationId: string): Promise<void> {
  const organization = await findOrganization(trx, organizationId)
  if (organization?.requires_second_factor) await confirmSecondFactor(trx, call)
}

async function findOrgChangeable(
  trx: Trx,
  organizationId: string,
  { userName }: ByName,
  next: Role['role'] | null,
): Promise<store.OrgUserRow> {
  const member = await store.findOrgUser(trx, organizationId, userName)
  const others = member ? await store.countOtherAdmins(trx, organizationId, [member.accountId]) : 0
  const verdict = judgeOrganizationRole(member?.role, next, others)
  if (verdict === 'last-admin') throw lastAdmin(userName)
  if (!member) throw notAMember(userName, 'organization')
  return member
}
