import type { UserProfile } from '../account/queries.ts'
import type { App } from '../apps/queries.ts'
import type { AppInvitation } from '../invitations/queries.ts'
import { namesOf, type Person } from './people.ts'
import type { AppUser, OrgUser } from './queries.ts'
import type { AppRole } from './roles.ts'

type Known = Readonly<{
  app: App
  users: readonly AppUser[]
  invitations: readonly AppInvitation[]
  /** Of the organization the app belongs to, if it does. */
  orgUsers: readonly OrgUser[]
  you: UserProfile | undefined
}>

/** The list of users does not say where a role comes from; the owner and the organization's admins do. */
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
      ...statusOf(user, app, admins),
    })),
    ...invitations.map(({ email, permissions, expires_at }) => ({
      kind: 'invited' as const,
      email,
      name: '',
      displayName: email,
      role: permissions[0] ?? 'developer',
      status: 'Invited',
      endsAt: expires_at,
      isYou: false,
    })),
  ]
}

function statusOf(
  user: AppUser,
  app: App,
  admins: ReadonlySet<string>,
): Pick<Person, 'status' | 'fixed'> {
  if (user.id === app.owner.id) {
    return {
      status: 'Owner',
      fixed:
        'The owner of an app is always a manager. To change this role, transfer the app to an organization first.',
    }
  }
  if (admins.has(user.name)) {
    return {
      status: 'Organization admin',
      fixed: `${user.display_name} is a manager of this app because they are an admin of its organization. To change this, change their role in the organization.`,
    }
  }
  return { status: 'Member' }
}

/** `undefined` for managers. Names of managers are left out until they are loaded. */
export function appPermissionNotice(
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
