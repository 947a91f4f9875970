import type { UserProfile } from '../account/queries.ts'
import type { OrgInvitation } from '../invitations/queries.ts'
import { namesOf, type Person } from './people.ts'
import type { OrgUser } from './queries.ts'
import type { OrgRole } from './roles.ts'

type Known = Readonly<{
  users: readonly OrgUser[]
  invitations: readonly OrgInvitation[]
  you: UserProfile | undefined
}>

export function peopleOfOrg({ users, invitations, you }: Known): Person<OrgRole>[] {
  return [
    ...users.map(({ name, display_name, email, role, joined_at }) => ({
      kind: 'member' as const,
      email,
      name,
      displayName: display_name,
      role,
      // Not "Member": one of the roles is called member.
      status: 'Joined',
      joinedAt: joined_at,
      isYou: name === you?.name,
    })),
    ...invitations.map(({ email, role, expires_at }) => ({
      kind: 'invited' as const,
      email,
      name: '',
      displayName: email,
      role,
      status: 'Invited',
      endsAt: expires_at,
      isYou: false,
    })),
  ]
}

/** For people who are not admins. Names and role are left out until they are loaded. */
export function orgPermissionNotice(
  users: readonly OrgUser[] | undefined,
  you: UserProfile | undefined,
  what: string,
): string {
  const role = users?.find(({ name }) => name === you?.name)?.role
  const admins = users?.filter((user) => user.role === 'admin')
  const yours = role ? `Your role in this organization is ${role}. ` : ''
  const whom = admins ? ` Admins of this organization: ${namesOf(admins)}.` : ''
  return `${yours}Only admins can ${what}.${whom}`
}
