import { randomUUIDv7 } from 'node:crypto'
import { actorOf, recordAudit } from '../../../../directory/audit.ts'
import type { Call } from '../../../../directory/caller.ts'
import { runOperatorTransaction } from '../../../../directory/operators/actions.ts'
import { removeRolesOf } from '../../../../directory/subscriptions/actions.ts'
import { organizationNotFound } from '../../../../directory/subscriptions/errors.ts'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import { lockByName } from '../../../../platform/db/lock.ts'
import type { Caps } from '../../caps/rules.ts'
import { followGroup } from '../../group-roles/actions.ts'
import type { OrganizationRole } from '../../group-roles/rules.ts'
import { lockOwner } from '../../store.ts'
import { groupExists, groupNotFound, groupRoleNotFound, issuerWithoutSignIn } from './errors.ts'
import * as store from './store.ts'
import type { NewGroup } from './wire.ts'

/** `signInIssuers`: where people sign in, so that their groups are known. */
export async function addGroup(
  db: Db,
  call: Call,
  signInIssuers: readonly string[],
  { issuer, value, display_name = value }: NewGroup,
): Promise<store.GroupRow> {
  if (!signInIssuers.includes(issuer)) throw issuerWithoutSignIn(issuer)
  return runOperatorTransaction(db, call, async (trx) => {
    const group = { id: randomUUIDv7(), issuer, value, display_name, created_at: call.at }
    if (!(await store.insertGroup(trx, group))) {
      throw groupExists((await store.findGroupId(trx, issuer, value)) ?? '')
    }
    await recordAudit(trx, actorOf(call), {
      scopeId: group.id,
      action: 'group.create',
      target: `group ${group.id}`,
      after: { issuer, value, display_name },
    })
    return group
  })
}

/** With its roles on subscriptions and in organizations, and those that people have only through it. */
export async function removeGroup(db: Db, call: Call, id: string, caps: Caps): Promise<void> {
  await runOperatorTransaction(db, call, async (trx) => {
    // Nobody gives it a role meanwhile.
    await lockByName(trx, 'principal', id)
    const { issuer, value } = await requireGroup(trx, id)
    await store.lockOrganizations(trx, id)
    // Before what sign-ins said, in the order in which a role is held.
    const subscriptions = await removeRolesOf(trx, actorOf(call), id)
    const organizations = await store.deleteRoles(trx, id)
    for (const organizationId of organizations)
      await followGroup(trx, actorOf(call), { id, issuer }, organizationId, caps)
    await store.deleteGroup(trx, id)
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'group.delete',
      target: `group ${id}`,
      before: { issuer, value, subscriptions, organizations },
    })
  })
}

/** Whoever the issuer has made a member has the role from now on; others in the group when they sign in. */
export async function setOrganizationRole(
  db: Db,
  call: Call,
  key: store.RoleKey,
  role: OrganizationRole,
  caps: Caps,
): Promise<void> {
  const { groupId, organizationId } = key
  await runOperatorTransaction(db, call, async (trx) => {
    await lockByName(trx, 'principal', groupId)
    const group = await requireGroup(trx, groupId)
    if ((await lockOwner(trx, organizationId)) !== 'org') throw organizationNotFound(organizationId)
    await store.putRole(trx, key, role)
    await recordAudit(trx, actorOf(call), {
      scopeId: organizationId,
      action: 'group.set-organization-role',
      target: `group ${groupId}`,
      after: { role },
    })
    await followGroup(trx, actorOf(call), group, organizationId, caps)
  })
}

export async function removeOrganizationRole(
  db: Db,
  call: Call,
  key: store.RoleKey,
  caps: Caps,
): Promise<void> {
  const { groupId, organizationId } = key
  await runOperatorTransaction(db, call, async (trx) => {
    await lockOwner(trx, organizationId)
    const group = await requireGroup(trx, groupId)
    if (!(await store.deleteRole(trx, key))) throw groupRoleNotFound(groupId)
    await recordAudit(trx, actorOf(call), {
      scopeId: organizationId,
      action: 'group.remove-organization-role',
      target: `group ${groupId}`,
    })
    await followGroup(trx, actorOf(call), group, organizationId, caps)
  })
}

async function requireGroup(trx: Trx, id: string): Promise<store.GroupRow> {
  const group = await store.findGroup(trx, id)
  if (!group) throw groupNotFound(id)
  return group
}
