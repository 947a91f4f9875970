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
  deleteAppMember,
  deleteOrganizationMember,
  listAppsManagedAlone,
} from '../members/store.ts'
import { lockOwner } from '../store.ts'
import { planMembership, type Step } from './rules.ts'
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
  { accountId, issuer, organizationId }: Key,
  caps: Caps,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await shareAccounts(trx, [accountId])
    await lockOwner(trx, organizationId)
    const all = await store.listFollowedBy(trx, accountId, issuer)
    const followed = all.find((each) => each.organizationId === organizationId)
    if (followed) await changeMembership(trx, actor, issuer, followed, caps)
  })
}

/** For whomever the issuer has made a member there: after the roles of its groups were changed. */
export async function followGroupsOfMembers(
  trx: Trx,
  actor: Actor,
  { issuer, organizationId }: Readonly<{ issuer: string; organizationId: string }>,
  caps: Caps,
): Promise<void> {
  await lockOwner(trx, organizationId)
  for (const each of await store.listFollowedIn(trx, organizationId, issuer))
    await changeMembership(trx, actor, issuer, each, caps)
}

async function changeMembership(
  trx: Trx,
  actor: Actor,
  issuer: string,
  { accountId, organizationId, member, wanted }: store.Followed,
  caps: Caps,
): Promise<void> {
  const others = await countOtherAdmins(trx, organizationId, accountId)
  const step = planMembership(member, wanted, issuer, others)
  const action = await applyStep(trx, actor, { organizationId, accountId, issuer }, step, caps)
  if (action === undefined) return
  await recordAudit(trx, actor, {
    scopeId: organizationId,
    action,
    target: `account ${accountId}`,
    ...(member && { before: { role: member.role } }),
    after: { issuer, ...(wanted !== null && { role: wanted }) },
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
