import { randomUUIDv7 } from 'node:crypto'
import {
  checkFreedName,
  checkKeptNames,
  chooseName,
  claimName,
} from '../../../directory/accounts/names/actions.ts'
import {
  blankDisplayName,
  invalidName,
  nameTaken,
} from '../../../directory/accounts/names/errors.ts'
import { isOwnerName } from '../../../directory/accounts/names/rules.ts'
import { changeName, putFreedName, releaseName } from '../../../directory/accounts/names/store.ts'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call } from '../../../directory/caller.ts'
import { confirmSecondFactor } from '../../../directory/step-up/actions.ts'
import { removeRolesOf } from '../../../directory/subscriptions/actions.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { lockByName } from '../../../platform/db/lock.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { OrganizationTarget } from '../access.ts'
import { type Confirmed, confirmRight, confirmToken } from '../actions.ts'
import { deleteAppMembers, deleteApps } from '../apps/store.ts'
import { checkOrganizationsOf } from '../caps/actions.ts'
import type { Caps } from '../caps/rules.ts'
import { organizationHasSubscriptions, organizationNotFound } from '../errors.ts'
import { deleteInvitations } from '../invitations/store.ts'
import { recordEnd } from '../tokens/actions.ts'
import { endTokens } from '../tokens/store.ts'
import * as store from './store.ts'
import type { NewOrganization, OrganizationChange } from './wire.ts'

export async function createOrganization(
  db: Db,
  call: Call,
  input: NewOrganization,
  caps: Caps,
): Promise<store.OrganizationRow> {
  const name = chooseName(input)
  return db.transaction().execute(async (trx) => {
    const { createdBy } = await confirmToken(trx, call)
    const organization = { name, displayName: input.display_name ?? name }
    const row = await addOrganization(trx, call, createdBy, organization, caps)
    if (row instanceof RequestError) throw row
    await checkOrganizationsOf(trx, createdBy, caps)
    return row
  })
}

type AddedOrganization = Readonly<{ id?: string | undefined; name: string; displayName: string }>

/** Why not, when the name cannot be had. Whoever makes an organization is its first admin. */
export async function addOrganization(
  trx: Trx,
  call: Call,
  adminId: string,
  { id = randomUUIDv7(), name, displayName }: AddedOrganization,
  { freedNameDays }: Caps,
): Promise<store.OrganizationRow | RequestError> {
  const claimant = { ownerId: id, ownerKind: 'org', accountId: adminId, at: call.at } as const
  const refusal = await claimName(trx, name, claimant, freedNameDays)
  if (refusal) return refusal
  const row = {
    id,
    name,
    display_name: displayName,
    longest_token_days: null,
    default_token_days: null,
    requires_second_factor: false,
    created_at: call.at,
    updated_at: call.at,
  }
  await store.insertOrganization(trx, row)
  await store.putOrganizationMember(trx, id, adminId, 'admin', call.at)
  await recordAudit(trx, actorOf(call), {
    scopeId: id,
    action: 'organization.create',
    target: `organization ${id}`,
    after: { name, display_name: displayName },
  })
  return row
}

export async function changeOrganization(
  db: Db,
  call: Call,
  target: OrganizationTarget,
  { name, display_name, requires_second_factor }: OrganizationChange,
  caps: Caps,
): Promise<store.OrganizationRow> {
  if (name !== undefined && !isOwnerName(name)) throw invalidName(name)
  if (display_name?.trim() === '') throw blankDisplayName()
  return db.transaction().execute(async (trx) => {
    const resolved = await confirmRight(trx, call, 'change organization', target)
    const { ownerId } = resolved
    const before = await requireOrganization(trx, ownerId)
    const isLess = before.requires_second_factor && requires_second_factor === false
    if (isLess) await confirmSecondFactor(trx, call)
    if (name !== undefined) await rename(trx, call, resolved, before.name, name, caps)
    const change = {
      ...(name !== undefined && { name }),
      ...(display_name !== undefined && { display_name }),
      ...(requires_second_factor !== undefined && { requires_second_factor }),
    }
    const row = await store.setOrganization(trx, ownerId, { ...change, updated_at: call.at })
    if (!row) throw organizationNotFound()
    await recordAudit(trx, actorOf(call), {
      scopeId: ownerId,
      action: 'organization.change',
      target: `organization ${ownerId}`,
      before: {
        name: before.name,
        display_name: before.display_name,
        ...(requires_second_factor !== undefined && {
          requires_second_factor: before.requires_second_factor,
        }),
      },
      after: change,
    })
    return row
  })
}

async function requireOrganization(trx: Trx, id: string): Promise<store.OrganizationRow> {
  const row = await store.findOrganization(trx, id)
  if (!row) throw organizationNotFound()
  return row
}

/** The name before is kept for the organization, and for nobody else: who renamed it may leave it. */
async function rename(
  trx: Trx,
  { at }: Call,
  { ownerId, createdBy }: Confirmed,
  before: string,
  name: string,
  { freedNameDays }: Caps,
): Promise<void> {
  if (name.toLowerCase() === before.toLowerCase()) return
  if (!(await changeName(trx, ownerId, name))) throw nameTaken(name)
  const claimant = { ownerId, accountId: createdBy, at }
  const refusal = await checkFreedName(trx, name, claimant, freedNameDays)
  if (refusal) throw refusal
  await putFreedName(trx, before, { ownerId, freedBy: createdBy, adminIds: [], at })
  await checkKeptNames(trx, claimant, freedNameDays)
}

/** With its apps, members, invitations and tokens: their creators get their count back. */
export async function deleteOrganization(
  db: Db,
  call: Call,
  target: OrganizationTarget,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { ownerId, createdBy } = await confirmRight(trx, call, 'change organization', target)
    if (await store.hasSubscriptions(trx, ownerId)) throw organizationHasSubscriptions()
    const before = await requireOrganization(trx, ownerId)
    if (before.requires_second_factor) await confirmSecondFactor(trx, call)
    const invitationsEnded = await deleteInvitations(trx, ownerId)
    await deleteAppMembers(trx, ownerId)
    const ended = await endTokens(trx, { homeId: ownerId }, call.at)
    await recordEnd(trx, call, ended, 'organization deleted')
    const apps = await deleteApps(trx, ownerId)
    // Before the members, in the order in which a role is held. Nobody gives it another meanwhile.
    await lockByName(trx, 'principal', ownerId)
    const subscriptions = await removeRolesOf(trx, actorOf(call), ownerId)
    const members = await store.deleteOrganizationMembers(trx, ownerId)
    await store.deleteOrganization(trx, ownerId)
    await releaseName(trx, ownerId)
    const adminIds = members.flatMap((each) => (each.role === 'admin' ? each.account_id : []))
    const freed = { ownerId, freedBy: createdBy, adminIds, at: call.at }
    await putFreedName(trx, before.name, freed)
    await recordAudit(trx, actorOf(call), {
      scopeId: ownerId,
      action: 'organization.delete',
      target: `organization ${ownerId}`,
      before: {
        name: before.name,
        display_name: before.display_name,
        apps,
        members,
        subscriptions,
      },
      after: { invitationsEnded, tokensEnded: ended.length },
    })
  })
}
