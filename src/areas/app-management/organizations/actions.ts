import { randomUUIDv7 } from 'node:crypto'
import { actorOf, recordAudit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/caller.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Target } from '../access.ts'
import { confirmRight, confirmToken } from '../actions.ts'
import { deleteAppMembers, deleteApps } from '../apps/store.ts'
import {
  blankDisplayName,
  invalidName,
  nameTaken,
  organizationHasSubscriptions,
  organizationNotFound,
} from '../errors.ts'
import { deleteInvitations } from '../invitations/store.ts'
import { chooseName } from '../owners/actions.ts'
import { isOwnerName } from '../owners/rules.ts'
import { changeName, claimName, releaseName } from '../owners/store.ts'
import { recordEnd } from '../tokens/actions.ts'
import { endTokens } from '../tokens/store.ts'
import * as store from './store.ts'
import type { NewOrganization, OrganizationChange } from './wire.ts'

export async function createOrganization(
  db: Db,
  call: Call,
  wish: NewOrganization,
): Promise<store.OrganizationRow> {
  const name = chooseName(wish)
  return db.transaction().execute(async (trx) => {
    const { createdBy } = await confirmToken(trx, call)
    const row = await addOrganization(trx, call, createdBy, name, wish.display_name ?? name)
    if (!row) throw nameTaken(name)
    return row
  })
}

/** Nothing when the name is taken. Whoever makes an organization is its first admin. */
export async function addOrganization(
  trx: Trx,
  call: Call,
  adminId: string,
  name: string,
  displayName: string,
): Promise<store.OrganizationRow | undefined> {
  const id = randomUUIDv7()
  if (!(await claimName(trx, name, id, 'org'))) return undefined
  const row = {
    id,
    name,
    display_name: displayName,
    avatar_url: null,
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
  target: Target,
  { name, display_name }: OrganizationChange,
): Promise<store.OrganizationRow> {
  if (name !== undefined && !isOwnerName(name)) throw invalidName(name)
  if (display_name?.trim() === '') throw blankDisplayName()
  return db.transaction().execute(async (trx) => {
    const { ownerId } = await confirmRight(trx, call, 'change organization', target)
    const before = await store.findOrganization(trx, ownerId)
    if (name !== undefined && !(await changeName(trx, ownerId, name))) throw nameTaken(name)
    const change = {
      ...(name !== undefined && { name }),
      ...(display_name !== undefined && { display_name }),
    }
    const row = await store.setOrganization(trx, ownerId, { ...change, updated_at: call.at })
    if (!row) throw organizationNotFound()
    await recordAudit(trx, actorOf(call), {
      scopeId: ownerId,
      action: 'organization.change',
      target: `organization ${ownerId}`,
      before: { name: before?.name, display_name: before?.display_name },
      after: change,
    })
    return row
  })
}

/** With its apps, members, invitations and tokens: their creators get their count back. */
export async function deleteOrganization(db: Db, call: Call, target: Target): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { ownerId } = await confirmRight(trx, call, 'change organization', target)
    if (await store.hasSubscriptions(trx, ownerId)) throw organizationHasSubscriptions()
    const before = await store.findOrganization(trx, ownerId)
    const invitationsEnded = await deleteInvitations(trx, ownerId)
    await deleteAppMembers(trx, ownerId)
    const ended = await endTokens(trx, { homeId: ownerId }, call.at)
    await recordEnd(trx, call, ended, 'organization deleted')
    const apps = await deleteApps(trx, ownerId)
    const members = await store.deleteOrganizationMembers(trx, ownerId)
    await store.deleteOrganization(trx, ownerId)
    await releaseName(trx, ownerId)
    await recordAudit(trx, actorOf(call), {
      scopeId: ownerId,
      action: 'organization.delete',
      target: `organization ${ownerId}`,
      before: { name: before?.name, display_name: before?.display_name, apps, members },
      after: { invitationsEnded, tokensEnded: ended.length },
    })
  })
}
