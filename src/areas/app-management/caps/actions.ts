import type { Trx } from '../../../platform/db/connect.ts'
import { lockByName } from '../../../platform/db/lock.ts'
import { toEmailKey } from '../../../platform/mail/address.ts'
import type { ProductTime } from '../../../platform/time.ts'
import type { OrganizationRank } from '../access.ts'
import { isGood } from '../invitations/rules.ts'
import { deleteInvitation, listReceived } from '../invitations/store.ts'
import {
  appLimitReached,
  invitationLimitReached,
  memberLimitReached,
  organizationLimitReached,
  reachLimitReached,
  recipientLimitReached,
} from './errors.ts'
import type { Caps } from './rules.ts'
import * as store from './store.ts'

// Each is asked after the row was written, and throws when that was one too many: the transaction is undone.

/** Under the owner's lock. */
export async function checkAppsOf(trx: Trx, ownerId: string, caps: Caps): Promise<void> {
  if (await store.hasMoreApps(trx, ownerId, caps.appsPerOwner)) {
    throw appLimitReached(caps.appsPerOwner)
  }
}

async function checkMembersOfApp(
  trx: Trx,
  { ownerId, appId }: { ownerId: string; appId: string },
  { members }: Caps,
): Promise<void> {
  if (await store.hasMoreAppMembers(trx, ownerId, appId, members)) {
    throw memberLimitReached('app', members)
  }
}

/** Under the owner's lock. */
export async function checkMembersOfOrganization(
  trx: Trx,
  organizationId: string,
  { members }: Caps,
): Promise<void> {
  if (await store.hasMoreOrganizationMembers(trx, organizationId, members)) {
    throw memberLimitReached('organization', members)
  }
}

/** Accounts grow in many places at once: what counts for an account has a lock of its own, taken after those of owners. */
const lockGrowth = (trx: Trx, accountId: string) => lockByName(trx, 'growth of account', accountId)

export async function checkReachOf(trx: Trx, accountId: string, caps: Caps): Promise<void> {
  await lockGrowth(trx, accountId)
  if (await store.reachesMoreApps(trx, accountId, caps.appsPerAccount)) {
    throw reachLimitReached(caps.appsPerAccount)
  }
}

export async function checkOrganizationsOf(trx: Trx, accountId: string, caps: Caps): Promise<void> {
  await lockGrowth(trx, accountId)
  if (await store.isInMoreOrganizations(trx, accountId, caps.organizationsPerAccount)) {
    throw organizationLimitReached(caps.organizationsPerAccount)
  }
}

type Joined = Readonly<{
  ownerId: string
  appId: string | null
  accountId: string
  /** As somebody who was not in it before. */
  joinsOrganization: boolean
  organizationRole: OrganizationRank | undefined
}>

/** Under the owner's lock: an account has become a member of an app, an organization, or both. */
export async function checkJoined(trx: Trx, joined: Joined, caps: Caps): Promise<void> {
  const { ownerId, appId, accountId, joinsOrganization, organizationRole } = joined
  if (joinsOrganization) {
    await checkMembersOfOrganization(trx, ownerId, caps)
    await checkOrganizationsOf(trx, accountId, caps)
  }
  if (appId !== null) await checkMembersOfApp(trx, { ownerId, appId }, caps)
  if (appId !== null || organizationRole === 'admin') await checkReachOf(trx, accountId, caps)
}

/** Under the owner's lock. */
export async function checkInvitations(
  trx: Trx,
  { ownerId, email, now }: { ownerId: string; email: string; now: ProductTime },
  caps: Caps,
): Promise<void> {
  const { invitationsPerOwner: ofOwner, invitationsPerRecipient: ofRecipient } = caps
  if (await store.hasMoreInvitations(trx, ownerId, now, ofOwner)) {
    throw invitationLimitReached(ofOwner)
  }
  await lockByName(trx, 'invitations of', toEmailKey(email))
  if (!(await store.gotMoreInvitations(trx, email, now, ofRecipient))) return
  await deleteDeadOfRecipient(trx, email, now)
  if (await store.gotMoreInvitations(trx, email, now, ofRecipient)) {
    throw recipientLimitReached(email, ofRecipient)
  }
}

/** Those whose sender may not send them any more: the recipient is not shown them. */
async function deleteDeadOfRecipient(trx: Trx, email: string, now: ProductTime): Promise<void> {
  const received = await listReceived(trx, email, now)
  for (const row of received) if (!isGood(row)) await deleteInvitation(trx, row)
}
