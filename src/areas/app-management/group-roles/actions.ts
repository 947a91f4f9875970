import { shareAccounts } from '../../../directory/accounts/store.ts'
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
  deleteAppMember,
  deleteOrganizationMember,
  listAppsManagedAlone,
} from '../members/store.ts'
import { findTarget, lockOwners } from '../store.ts'
import { type GroupRole, planMembership, rolesOfGroups, type Step, type Wanted } from './rules.ts'
import * as store from './store.ts'

export type GroupsOfPerson = Readonly<{
  accountId: string
  issuer: string
  setting: readonly GroupRole[]
  groups: readonly string[]
}>

/** A role that the groups ask for and that could not be given or taken. */
export type Ungranted = Readonly<{ organization: string; reason: string }>

type Origin = Required<Pick<Actor, 'source' | 'requestId'>>

/** Gives and takes the roles that the groups of somebody stand for. Answers those that stay as they are. */
export const followGroupsIn =
  (db: Db, productTime: ProductClock, caps: Caps) =>
  (person: GroupsOfPerson, { source, requestId }: Origin): Promise<Ungranted[]> => {
    const actor = { kind: 'account', id: person.accountId, source, requestId } as const
    return followGroups(db, caps, person, { ...actor, at: productTime() })
  }

async function followGroups(
  db: Db,
  caps: Caps,
  { accountId, issuer, setting, groups }: GroupsOfPerson,
  actor: Actor,
): Promise<Ungranted[]> {
  const wanted = rolesOfGroups(setting, groups)
  const names = wanted.map(({ organization }) => organization)
  const members = await store.listMemberships(db, accountId, names)
  const ungranted: Ungranted[] = []
  for (const each of wanted) {
    const { organization, role } = each
    const member = members.find((found) => found.organization === organization)
    // Almost always nothing is to be done: nothing is locked for it.
    if (planMembership(member, role, issuer, 1) === 'none') continue
    try {
      const isThere = await followInOrganization(db, actor, issuer, each, caps)
      if (!isThere) ungranted.push({ organization, reason: 'There is no such organization.' })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      ungranted.push({ organization, reason: error.message })
    }
  }
  return ungranted
}

/** False if there is no such organization. */
function followInOrganization(
  db: Db,
  actor: Actor,
  issuer: string,
  { organization, role }: Wanted,
  caps: Caps,
): Promise<boolean> {
  const accountId = actor.id
  return db.transaction().execute(async (trx) => {
    await shareAccounts(trx, [accountId])
    await lockOwners(trx, [organization], 'alone')
    const target = await findTarget(trx, { accountId, owner: organization, app: null })
    if (target?.ownerKind !== 'org') return false
    const { ownerId: organizationId } = target
    const [member] = await store.listMemberships(trx, accountId, [organization])
    const others = await countOtherAdmins(trx, organizationId, accountId)
    const step = planMembership(member, role, issuer, others)
    const action = await applyStep(trx, actor, { organizationId, accountId, issuer }, step, caps)
    if (action === undefined) return true
    await recordAudit(trx, actor, {
      scopeId: organizationId,
      action,
      target: `account ${accountId}`,
      ...(member && { before: { role: member.role } }),
      after: { issuer, ...(role !== null && { role }) },
    })
    return true
  })
}

type Key = Readonly<{ organizationId: string; accountId: string; issuer: string }>

async function applyStep(trx: Trx, { at }: Actor, key: Key, step: Step, caps: Caps) {
  const { organizationId, accountId } = key
  if (step === 'none') return undefined
  if (step === 'last-admin') throw lastAdmin(accountId)
  if (step === 'remove') {
    await leaveOrganization(trx, organizationId, accountId)
    return 'organization.member.remove'
  }
  const isNew = 'grant' in step
  const organizationRole = isNew ? step.grant : step.change
  await store.putGrantedRole(trx, key, organizationRole, at)
  const joined = { ownerId: organizationId, appId: null, accountId, joinsOrganization: isNew }
  await checkJoined(trx, { ...joined, organizationRole }, caps)
  return isNew ? 'organization.member.add' : 'organization.member.change'
}

/** As if an admin had removed them: off every app of it too. Tokens that they created for it stay. */
async function leaveOrganization(
  trx: Trx,
  organizationId: string,
  accountId: string,
): Promise<void> {
  const orphans = await listAppsManagedAlone(trx, organizationId, accountId)
  if (orphans.length > 0) throw lastManagerOfApps(accountId, orphans)
  await deleteAppMember(trx, organizationId, undefined, accountId)
  await deleteOrganizationMember(trx, organizationId, accountId)
  await deleteInvitations(trx, organizationId, { accountId })
}
