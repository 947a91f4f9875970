import type { Permissions, Role } from './wire.ts'

type AppRole = Permissions['permissions'][number]
type OrganizationRole = Role['role']

/** What a person is on an app: by owning it, by being written down, by administering its organization. */
export type AppStanding = Readonly<{
  isOwner: boolean
  appRole: AppRole | null
  organizationRole: OrganizationRole | null
}>

export type AppVerdict = 'fine' | 'not-a-member' | 'owner-stays' | 'implied' | 'last-manager'

/** May this person's role on the app become `next`, or end (`null`)? `others`: who else can manage the app. */
export function judgeAppRole(
  member: AppStanding | undefined,
  next: AppRole | null,
  others: number,
): AppVerdict {
  if (!member) return 'not-a-member'
  if (member.isOwner) return 'owner-stays'
  const isAdmin = member.organizationRole === 'admin'
  if (member.appRole === null) return isAdmin ? 'implied' : 'not-a-member'
  const losesManager = member.appRole === 'manager' && next !== 'manager' && !isAdmin
  return losesManager && others === 0 ? 'last-manager' : 'fine'
}

export type OrganizationVerdict = 'fine' | 'not-a-member' | 'last-admin'

/** The same for a role in an organization. `others`: who else is an admin. */
export function judgeOrganizationRole(
  role: OrganizationRole | undefined,
  next: OrganizationRole | null,
  others: number,
): OrganizationVerdict {
  if (!role) return 'not-a-member'
  return role === 'admin' && next !== 'admin' && others === 0 ? 'last-admin' : 'fine'
}
