import type { InvalidateQueryFilters } from '@tanstack/react-query'
import type { InvitationLink, Invited } from '../queries.ts'

export type InviteProps<Role extends string> = Readonly<{
  /** "Invite to Tide Tables". */
  title: string
  roles: readonly Role[]
  defaultRole: Role
  /** What each role may do. */
  roleHint: string
  /** What else follows from joining. */
  alsoSaid?: string | undefined
  /** What shows the invitations, and is asked again. */
  invalidates: readonly InvalidateQueryFilters[]
  send: (email: string, role: Role) => Promise<Invited>
  copy: (email: string) => Promise<InvitationLink>
  onClose: () => void
}>
