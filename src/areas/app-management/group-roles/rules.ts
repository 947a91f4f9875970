import { ORGANIZATION_ROLES } from '../../../directory/caller.ts'

export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number]

/** A line of the setting: who is in this group at the issuer has this role in this organization. */
export type GroupRole = Readonly<{ group: string; organization: string; role: OrganizationRole }>

export type Wanted = Readonly<{ organization: string; role: OrganizationRole | null }>

/** The highest role that these groups give in each organization of the setting, or none. */
export function rolesOfGroups(
  setting: readonly GroupRole[],
  groups: readonly string[],
): readonly Wanted[] {
  const ofOrganization = Map.groupBy(setting, ({ organization }) => organization.toLowerCase())
  return [...ofOrganization].map(([organization, lines]) => {
    const given = lines.filter(({ group }) => groups.includes(group)).map(({ role }) => role)
    return { organization, role: ORGANIZATION_ROLES.find((rank) => given.includes(rank)) ?? null }
  })
}

export type Membership = Readonly<{ role: OrganizationRole; grantedBy: string | null }>

export type Step =
  | 'none'
  | Readonly<{ grant: OrganizationRole }>
  | Readonly<{ change: OrganizationRole }>
  | 'remove'
  /** The organization would have no admin. */
  | 'last-admin'

/** What happens to a membership. One that somebody else granted stays as it is. `others`: who else is an admin. */
export function planMembership(
  current: Membership | undefined,
  role: OrganizationRole | null,
  issuer: string,
  others: number,
): Step {
  if (!current) return role === null ? 'none' : { grant: role }
  if (current.grantedBy !== issuer || current.role === role) return 'none'
  if (current.role === 'admin' && others === 0) return 'last-admin'
  return role === null ? 'remove' : { change: role }
}
