import { lazy } from 'react'
import { InviteButton } from './InviteButton.tsx'
import type { Organization } from './queries.ts'
import { inviteToOrg, ORG_ROLES } from './queries-organizations.ts'
import { useIsAdmin } from './useIsAdmin.ts'

/** `lazy` forgets that it takes roles of any kind. */
const InviteDialog = lazy(async () => ({
  default: (await import('./InviteDialog.tsx')).InviteDialog,
})) as unknown as typeof import('./InviteDialog.tsx').InviteDialog

export function InviteToOrg({ organization }: Readonly<{ organization: Organization }>) {
  const { name, display_name } = organization
  return (
    <InviteButton
      isAllowed={useIsAdmin(organization) === true}
      dialog={(close) => (
        <InviteDialog
          title={`Invite to ${display_name}`}
          roles={ORG_ROLES}
          defaultRole="collaborator"
          roleHint="Admins manage the organization and all its apps. Collaborators and members create apps, and reach those they are invited to."
          shownBy={[{ queryKey: ['organizations', name] }]}
          send={(email, role) => inviteToOrg(name, email, role)}
          onClose={close}
        />
      )}
    />
  )
}
