import { randomUUIDv7 } from 'node:crypto'
import { findAccount, lockAccounts, shareAccounts } from '../../../directory/accounts/store.ts'
import { type Actor, recordAudit } from '../../../directory/audit.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { RequestError } from '../../../platform/errors.ts'
import type { ProductClock } from '../../../platform/time.ts'
import { checkJoined } from '../caps/actions.ts'
import type { Caps } from '../caps/rules.ts'
import { lastAdmin, lastManagerOfApps } from '../errors.ts'
import { deleteInvitations } from '../invitations/store.ts'
import {
  countOtherAdmins,
  deleteMembersOfApps,
  deleteMembersOfOrganization,
  listAppsManagedAlone,
} from '../members/store.ts'
import { findGroupId, insertGroup } from '../operator/groups/store.ts'
import { findTarget, lockOwner } from '../store.ts'
import { type OrganizationRole, planMembership } from './rules.ts'
import * as store from './store.ts'

/** Somebody whom an issuer has named, in these groups. */
export type GroupsOfPerson = Readonly<{
  accountId: string
  issuer: string
  groups: readonly string[]
  /** Since when the sign-ins of the account count that it was let in with; or it was not let in. */
  admitted: Readonly<{ validAfter: Date | null }> | 'refused'
}>

/** A role that the groups ask for and that could not be given or taken. */
export type Ungranted = Readonly<{ organization: string; reason: string }>

type Origin = Required<Pick<Actor, 'source' | 'requestId'>>
type Settings = Readonly<{ caps: Caps; issuerSessionMs: number }>

/** What sign-in does with the groups of people. */
export const groupsIn = (db: Db, productTime: ProductClock, settings: Settings) => ({
  hasGroups: (issuer: string) => store.hasGroups(db, issuer),

  /** Remembers them, and gives and takes the roles that they stand for. Answers those that stay as they are. */
  async follow(person: GroupsOfPerson, { source, requestId }: Origin): Promise<Ungranted[]> {
    const actor = { kind: 'account', id: person.accountId, source, requestId } as const
    if (!(await rememberGroups(db, person, settings.issuerSessionMs))) return []
    return followGroups(db, settings.caps, person, { ...actor, at: productTime() })
  },
})

/** False if the account was signed out meanwhile: nothing is remembered then. */
function rememberGroups(
  db: Db,
  { accountId, issuer, groups, admitted }: GroupsOfPerson,
  sessionMs: number,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [accountId], 'change')
    await store.deleteLeftGroups(trx, accountId, issuer, groups)
    if (admitted === 'refused') return true
    const now = await findAccount(trx, accountId)
    if (now?.tokens_valid_after?.getTime() !== admitted.validAfter?.getTime()) return false
    await store.putGroups(trx, accountId, issuer, { groups, sessionMs })
    return true
  })
}

async function followGroups(
  db: Db,
  caps: Caps,
  { accountId, issuer }: GroupsOfPerson,
  actor: Actor,
): Promise<Ungranted[]> {
  const ungranted: Ungranted[] = []
  for (const followed of await store.listFollowedBy(db, accountId, issuer)) {
    const { organization, organizationId, member, wanted } = followed
    // Almost always nothing is to be done: nothing is locked for it.
    if (planMembership(member, wanted, issuer, 1) === 'none') continue
    try {
      await followInOrganization(db, actor, { accountId, issuer, organizationId }, caps)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      ungranted.push({ organization, reason: error.message })
    }
  }
  return ungranted
}

function followInOrganization(
  db: Db,
  actor: Actor,
  { accountId, issuer, organizationId }: Key & Readonly<{ accountId: string }>,
  caps: Caps,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await shareAccounts(trx, [accountId])
    await lockOwner(trx, organizationId)
    const all = await store.listFollowedBy(trx, accountId, issuer)
    const followed = all.find((each) => each.organizationId === organizationId)
    if (followed) await changeMemberships(trx, actor, { organizationId, issuer }, [followed], caps)
  })
}

/** For whoever is in a group, after its role there was changed. The caller holds the organization. */
export async function followGroup(
  trx: Trx,
  actor: Actor,
  group: Readonly<{ id: string; issuer: string }>,
  organizationId: string,
  caps: Caps,
): Promise<void> {
  const followed = await store.listFollowedIn(trx, group, organizationId)
  await changeMemberships(trx, actor, { organizationId, issuer: group.issuer }, followed, caps)
}

type Key = Readonly<{ organizationId: string; issuer: string }>

async function changeMemberships(
  trx: Trx,
  actor: Actor,
  key: Key,
  followed: readonly store.Followed[],
  caps: Caps,
): Promise<void> {
  const { organizationId, issuer } = key
  const losing = followed.filter(
    ({ member, wanted }) => member?.role === 'admin' && wanted !== 'admin',
  )
  const others =
    losing.length > 0 ? await countOtherAdmins(trx, organizationId, losing.map(toAccountId)) : 0
  const changed = followed.filter(({ accountId, member, wanted }) => {
    const step = planMembership(member, wanted, issuer, others)
    if (step === 'last-admin') throw lastAdmin(accountId)
    return step !== 'none'
  })
  const leaving = changed.filter(({ wanted }) => wanted === null).map(toAccountId)
  if (leaving.length > 0) await leaveOrganization(trx, organizationId, leaving)
  const staying = changed.filter(({ wanted }) => wanted !== null)
  if (staying.length > 0) await store.putGrantedRoles(trx, key, staying, actor.at)
  for (const { accountId, member, wanted } of staying) {
    const joined = { ownerId: organizationId, appId: null, accountId, joinsOrganization: !member }
    await checkJoined(trx, { ...joined, organizationRole: wanted ?? undefined }, caps)
  }
  await recordAudit(trx, actor, ...changed.map((each) => toChange(key, each)))
}

const toAccountId = ({ accountId }: store.Followed) => accountId

function toChange({ organizationId, issuer }: Key, { accountId, member, wanted }: store.Followed) {
  const action = wanted === null ? 'remove' : member ? 'change' : 'add'
  return {
    scopeId: organizationId,
    action: `organization.member.${action}`,
    target: `account ${accountId}`,
    ...(member && { before: { role: member.role } }),
    after: { issuer, ...(wanted !== null && { role: wanted }) },
  } as const
}

/** As if an admin had removed them: off every app of it too. Tokens that they created for it stay. */
async function leaveOrganization(
  trx: Trx,
  organizationId: string,
  accountIds: readonly string[],
): Promise<void> {
  const orphans = await listAppsManagedAlone(trx, organizationId, accountIds)
  if (orphans.length > 0) throw lastManagerOfApps(accountIds.slice(0, 5).join(', '), orphans)
  await deleteMembersOfApps(trx, organizationId, undefined, accountIds)
  await deleteMembersOfOrganization(trx, organizationId, accountIds)
  await deleteInvitations(trx, organizationId, { accountIds })
}

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
    if (!(await store.insertGroupRole(trx, { groupId, organizationId }, role)))
      return 'there already'
    await recordAudit(trx, actor, {
      scopeId: organizationId,
      action: 'group.set-organization-role',
      target: `group ${groupId}`,
      after: { issuer, value, role },
    })
    return 'moved'
  })
}
