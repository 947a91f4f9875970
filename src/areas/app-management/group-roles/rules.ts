import type { ORGANIZATION_ROLES } from '../../../directory/caller.ts'

export type OrganizationRole = (typeof ORGANIZATION_ROLES)[number]

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
  current: Membership | null,
  role: OrganizationRole | null,
  issuer: string,
  others: number,
): Step {
  if (!current) return role === null ? 'none' : { grant: role }
  if (current.grantedBy !== issuer || current.role === role) return 'none'
  if (current.role === 'admin' && others === 0) return 'last-admin'
  return role === null ? 'remove' : { change: role }
}
