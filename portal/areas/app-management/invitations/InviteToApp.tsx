import { lazy } from 'react'
import { type App, appQuery } from '../apps/queries.ts'
import { useAppAddress } from '../apps/useAppAddress.ts'
import { APP_ROLES } from '../members/roles.ts'
import { InviteButton } from './InviteButton.tsx'
import { inviteToApp } from './queries.ts'

/** `lazy` forgets that it takes roles of any kind. */
const InviteDialog = lazy(async () => ({
  default: (await import('./InviteDialog.tsx')).InviteDialog,
})) as unknown as typeof import('./InviteDialog.tsx').InviteDialog

export function InviteToApp({ app }: Readonly<{ app: App }>) {
  const key = useAppAddress()
  return (
    <InviteButton
      isAllowed={app.member_permissions[0] === 'manager'}
      dialog={(close) => (
        <InviteDialog
          title={`Invite to ${app.display_name}`}
          roles={APP_ROLES}
          defaultRole="developer"
          roleHint="Managers can change the app and its members. Developers can view the app and create Read-only tokens. Viewers can only view the app."
          alsoSaid={
            app.owner.type === 'org'
              ? `When they accept, they also become a member of ${app.owner.display_name}.`
              : undefined
          }
          invalidates={[{ queryKey: appQuery(key.owner, key.app).queryKey }]}
          send={(email, role) => inviteToApp(key, email, role)}
          onClose={close}
        />
      )}
    />
  )
}
