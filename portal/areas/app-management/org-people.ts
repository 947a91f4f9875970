import { namesOf, type Person } from './people.ts'
import type { UserProfile } from './queries.ts'
import type { OrgInvitation, OrgRole, OrgUser } from './queries-organizations.ts'

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
      // Their role says the rest, and one role is called member.
      standing: 'Joined',
      joinedAt: joined_at,
      isYou: name === you?.name,
    })),
    ...invitations.map(({ email, role, expires_at }) => ({
      kind: 'invited' as const,
      email,
      name: '',
      displayName: email,
      role,
      standing: 'Invited',
      endsAt: expires_at,
      isYou: false,
    })),
  ]
}

/** For those who are no admin. What is not known is left out. */
export function whoCanInOrg(
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
