import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { type App, appLists, appQuery } from '../apps/queries.ts'
import { useAppAddress } from '../apps/useAppAddress.ts'
import { revokeAppInvitation } from '../invitations/queries.ts'
import { RevokeInvitationDialog } from '../invitations/RevokeInvitationDialog.tsx'
import { tokensCreatedOnApp } from './created-tokens.ts'
import type { Person } from './people.ts'
import { removeAppUser } from './queries.ts'
import { RemovePersonDialog } from './RemovePersonDialog.tsx'

type Props = Readonly<{ app: App; person: Person; onClose: () => void }>

export function RemoveFromApp({ app, person, onClose }: Props) {
  const key = useAppAddress()
  const navigate = useNavigate()
  const shown = { queryKey: appQuery(key.owner, key.app).queryKey }
  if (person.kind === 'invited') {
    return (
      <RevokeInvitationDialog
        email={person.email}
        invalidates={[shown]}
        revoke={() => revokeAppInvitation(key, person.email)}
        onClose={onClose}
      />
    )
  }
  return (
    <RemovePersonDialog
      person={person}
      from={app.display_name}
      consequence={
        person.isYou
          ? 'You will immediately lose access to this app, unless you also have access in another way. To rejoin, you will need a new invitation.'
          : 'They will immediately lose access to this app. To rejoin, they will need a new invitation.'
      }
      tokens={tokensCreatedOnApp(key.owner, key.app)}
      mayList={app.member_permissions[0] !== 'viewer'}
      none={`${person.isYou ? 'You have' : `${person.displayName} has`} not created any API tokens for this app.`}
      // After leaving, reloading this page would only answer 404.
      invalidates={person.isYou ? appLists : [shown]}
      revokesByDefault={app.member_permissions[0] === 'manager'}
      remove={(revokesTokens) => removeAppUser(key, person.email, revokesTokens)}
      onRemoved={() => (person.isYou ? navigate({ to: paths.apps }) : onClose())}
      onClose={onClose}
    />
  )
}
