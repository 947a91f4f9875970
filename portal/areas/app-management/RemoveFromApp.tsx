import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { CancelInvitationDialog } from './CancelInvitationDialog.tsx'
import type { Person } from './people.ts'
import { type App, appLists, appQuery } from './queries.ts'
import { tokensLeftOnApp } from './queries-left-tokens.ts'
import { cancelAppInvitation, removeAppUser } from './queries-members.ts'
import { RemovePersonDialog } from './RemovePersonDialog.tsx'
import { useAppAddress } from './useAppAddress.ts'

type Props = Readonly<{ app: App; person: Person; onClose: () => void }>

export function RemoveFromApp({ app, person, onClose }: Props) {
  const key = useAppAddress()
  const navigate = useNavigate()
  const shown = { queryKey: appQuery(key.owner, key.app).queryKey }
  if (person.kind === 'invited') {
    return (
      <CancelInvitationDialog
        email={person.email}
        shownBy={[shown]}
        cancel={() => cancelAppInvitation(key, person.email)}
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
          ? 'You lose access to this app at once, unless you also reach it in another way. Coming back takes an invitation.'
          : 'They lose access to this app at once. Coming back takes an invitation.'
      }
      tokens={tokensLeftOnApp(key.owner, key.app)}
      mayList={app.member_permissions[0] !== 'viewer'}
      none={`There are no API tokens of this app that ${person.isYou ? 'you' : person.displayName} made.`}
      // Whoever has left would only be told that there is nothing here for them.
      shownBy={person.isYou ? appLists : [shown]}
      revokesByDefault={app.member_permissions[0] === 'manager'}
      remove={(revokesTokens) => removeAppUser(key, person.email, revokesTokens)}
      onRemoved={() => (person.isYou ? navigate({ to: paths.apps }) : onClose())}
      onClose={onClose}
    />
  )
}
