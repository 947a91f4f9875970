import { randomUUIDv7 } from 'node:crypto'
import { type Actor, recordAudit } from '../../../directory/audit.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { findGroupId, insertGroup } from '../operator/groups/store.ts'
import { findTarget } from '../store.ts'
import type { OrganizationRole } from './rules.ts'
import { insertGroupRole } from './store.ts'

/** As settings said it before: who is in this group at the issuer has this role in this organization. */
export type GroupRole = Readonly<{
  issuer: string
  group: string
  organization: string
  role: OrganizationRole
}>

/** Into the database, unless the group has a role there already. Answers what became of it. */
export function moveGroupRole(
  db: Db,
  actor: Actor,
  { issuer, group: value, organization, role }: GroupRole,
): Promise<'moved' | 'there already' | 'no such organization'> {
  return db.transaction().execute(async (trx) => {
    const owner = organization.toLowerCase()
    const target = await findTarget(trx, { accountId: null, owner, app: null })
    if (target?.ownerKind !== 'org') return 'no such organization'
    const group = { id: randomUUIDv7(), issuer, value, display_name: value, created_at: actor.at }
    const isNew = await insertGroup(trx, group)
    const groupId = isNew ? group.id : ((await findGroupId(trx, issuer, value)) ?? '')
    const { ownerId: organizationId } = target
    if (!(await insertGroupRole(trx, { groupId, organizationId }, role))) return 'there already'
    await recordAudit(trx, actor, {
      scopeId: organizationId,
      action: 'group.set-organization-role',
      target: `group ${groupId}`,
      after: { issuer, value, role },
    })
    return 'moved'
  })
}
