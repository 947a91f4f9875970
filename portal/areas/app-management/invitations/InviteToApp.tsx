import { PersonAddRegular } from '@fluentui/react-icons'
import { lazy } from 'react'
import { DialogButton } from '../../../ui/dialog/DialogButton.tsx'
import { type App, appQuery } from '../apps/queries.ts'
import { useAppAddress } from '../apps/useAppAddress.ts'
import { APP_ROLES } from '../members/roles.ts'
import { copyAppLink, inviteToApp } from './queries.ts'

/** `lazy` forgets that it takes roles of any kind. */
const InvitePeople = lazy(async () => ({
  default: (await import('./inviting/InvitePeople.tsx')).InvitePeople,
})) as unknown as typeof import('./inviting/InvitePeople.tsx').InvitePeople

export function InviteToApp({ app }: Readonly<{ app: App }>) {
  const key = useAppAddress()
  return (
    <DialogButton
      appearance="primary"
      icon={<PersonAddRegular />}
      isAllowed={app.member_permissions[0] === 'manager'}
      dialog={(close) => (
        <InvitePeople
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
          copy={(email) => copyAppLink(key, email)}
          onClose={close}
        />
      )}
    >
      Invite people
    </DialogButton>
  )
}
