import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { CancelInvitationDialog } from './CancelInvitationDialog.tsx'
import type { Person } from './people.ts'
import { appLists, type Organization } from './queries.ts'
import { tokensLeftInOrg } from './queries-left-tokens.ts'
import { cancelOrgInvitation, organizationLists, removeOrgUser } from './queries-organizations.ts'
import { RemovePersonDialog } from './RemovePersonDialog.tsx'
import { useIsAdmin } from './useIsAdmin.ts'

type Props = Readonly<{ organization: Organization; person: Person; onClose: () => void }>

export function RemoveFromOrg({ organization, person, onClose }: Props) {
  const { name: org, display_name } = organization
  const navigate = useNavigate()
  const isAdmin = useIsAdmin(organization)
  const shown = { queryKey: ['organizations', org] }
  if (person.kind === 'invited') {
    return (
      <CancelInvitationDialog
        email={person.email}
        shownBy={[shown]}
        cancel={() => cancelOrgInvitation(org, person.email)}
        onClose={onClose}
      />
    )
  }
  return (
    <RemovePersonDialog
      person={person}
      from={display_name}
      consequence={`${person.isYou ? 'You lose' : 'They lose'} access to this organization and to every app of it at once. Coming back takes an invitation.`}
      tokens={tokensLeftInOrg(org)}
      mayList={isAdmin === true}
      none={`${person.isYou ? 'You' : person.displayName} made no API tokens of the organization or its apps.`}
      // Whoever has left would only be told that there is nothing here for them.
      shownBy={person.isYou ? [...organizationLists, ...appLists] : [shown]}
      revokesByDefault={isAdmin === true}
      remove={(revokesTokens) => removeOrgUser(org, person.name, revokesTokens)}
      onRemoved={() => (person.isYou ? navigate({ to: paths.orgs }) : onClose())}
      onClose={onClose}
    />
  )
}
