import { lazy } from 'react'
import { InviteButton } from './InviteButton.tsx'
import { type App, appQuery } from './queries.ts'
import { APP_ROLES, inviteToApp } from './queries-members.ts'
import { useAppAddress } from './useAppAddress.ts'

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
          roleHint="Managers change the app and its members, developers work on it and create Read-only tokens, viewers look at it."
          alsoSaid={
            app.owner.type === 'org'
              ? `Whoever accepts also becomes a member of ${app.owner.display_name}.`
              : undefined
          }
          shownBy={[{ queryKey: appQuery(key.owner, key.app).queryKey }]}
          send={(email, role) => inviteToApp(key, email, role)}
          onClose={close}
        />
      )}
    />
  )
}
