import { namesOf, type Person } from './people.ts'
import type { App, UserProfile } from './queries.ts'
import type { AppInvitation, AppRole, AppUser } from './queries-members.ts'
import type { OrgUser } from './queries-organizations.ts'

type Known = Readonly<{
  app: App
  users: readonly AppUser[]
  invitations: readonly AppInvitation[]
  /** Of the organization the app belongs to, if it does. */
  orgUsers: readonly OrgUser[]
  you: UserProfile | undefined
}>

/** The list of users does not say how somebody comes by their role; owner and organization tell. */
export function peopleOfApp({ app, users, invitations, orgUsers, you }: Known): Person<AppRole>[] {
  const admins = new Set(orgUsers.filter(({ role }) => role === 'admin').map(({ name }) => name))
  return [
    ...users.map((user) => ({
      kind: 'member' as const,
      email: user.email,
      name: user.name,
      displayName: user.display_name,
      role: user.permissions[0] ?? 'viewer',
      isYou: user.id === you?.id,
      ...standingOf(user, app, admins),
    })),
    ...invitations.map(({ email, permissions, expires_at }) => ({
      kind: 'invited' as const,
      email,
      name: '',
      displayName: email,
      role: permissions[0] ?? 'developer',
      standing: 'Invited',
      endsAt: expires_at,
      isYou: false,
    })),
  ]
}

function standingOf(
  user: AppUser,
  app: App,
  admins: ReadonlySet<string>,
): Pick<Person, 'standing' | 'fixed'> {
  if (user.id === app.owner.id) {
    return {
      standing: 'Owner',
      fixed:
        'This person owns the app and is always its manager. Transfer the app to an organization first.',
    }
  }
  if (admins.has(user.name)) {
    return {
      standing: 'Admin of the organization',
      fixed: `${user.display_name} manages this app as an admin of its organization. Change the role in the organization instead.`,
    }
  }
  return { standing: 'Member' }
}

/** Nothing for managers. Who they are is left out while it is not known. */
export function whoCanOnApp(
  app: App,
  users: readonly AppUser[] | undefined,
  what: string,
): string | undefined {
  const [role] = app.member_permissions
  if (role === 'manager') return undefined
  const managers = users?.filter(({ permissions }) => permissions[0] === 'manager')
  const whom = managers ? ` Managers of this app: ${namesOf(managers)}.` : ''
  return `Your role on this app is ${role}. Only managers can ${what}.${whom}`
}
