import { DAY_MS } from '../../../platform/durations.ts'
import { appRankOf, isManager, type OrganizationRank, type ResolvedTarget } from '../access.ts'
import type { AppStanding } from '../members/rules.ts'

export const INVITATION_LIFETIME_MS = 30 * DAY_MS

/** A manager of an app brings people into its organization as members; as more, only an admin does. */
export function mayGrant(
  role: OrganizationRank | null,
  inviter: OrganizationRank | undefined,
): boolean {
  return role === null || role === 'member' || inviter === 'admin'
}

/** What a sender is where an invitation leads to. */
export type SenderStanding = ResolvedTarget & Readonly<{ isDisabled: boolean }>

/** Whether a sender may still grant what an invitation promises; `organizationRole` is what it does. */
export function maySend(
  senderId: string,
  sender: SenderStanding | undefined,
  organizationRole: OrganizationRank | null,
): boolean {
  if (!sender || sender.isDisabled) return false
  const role = sender.organizationRole ?? undefined
  if (sender.appId === null) return role === 'admin'
  return isManager(appRankOf(senderId, sender)) && mayGrant(organizationRole, role)
}

type Received = Readonly<{
  owner_id: string
  app_id: string | null
  invited_by: string
  organization_id: string | null
  organization_role: OrganizationRank | null
  inviter_organization_role: ResolvedTarget['organizationRole']
  inviter_app_role: ResolvedTarget['appRole']
  inviter_disabled_at: Date | null
}>

/** Offered, and counted for its recipient, only while the sender may still grant what it promises. */
export const isGood = (row: Received): boolean =>
  maySend(
    row.invited_by,
    {
      ownerId: row.owner_id,
      ownerKind: row.organization_id === null ? 'user' : 'org',
      appId: row.app_id,
      organizationRole: row.inviter_organization_role,
      appRole: row.inviter_app_role,
      isDisabled: row.inviter_disabled_at !== null,
    },
    row.organization_role,
  )

/** Whether the app can be reached already, by whatever way. */
export function isReached(user: AppStanding | undefined): boolean {
  if (!user) return false
  return user.isOwner || user.appRole !== null || user.organizationRole === 'admin'
}

export type InvitationAddress = Readonly<{ ownerId: string; answerKey: string }>

/**
 * The token of an invitation is two ids without hyphens: where it lives, and a random one that only
 * the invited person is shown.
 */
export function toInvitationToken({ ownerId, answerKey }: InvitationAddress): string {
  return `${ownerId}${answerKey}`.replaceAll('-', '')
}

export function parseInvitationToken(token: string): InvitationAddress | undefined {
  if (!/^[0-9a-f]{64}$/i.test(token)) return undefined
  return { ownerId: toUuid(token.slice(0, 32)), answerKey: toUuid(token.slice(32)) }
}

const toUuid = (digits: string) =>
  digits.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
