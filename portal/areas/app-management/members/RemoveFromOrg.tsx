import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { appLists } from '../apps/queries.ts'
import { revokeOrgInvitation } from '../invitations/queries.ts'
import { RevokeInvitationDialog } from '../invitations/RevokeInvitationDialog.tsx'
import { type Organization, organizationLists } from '../organizations/queries.ts'
import { useIsAdmin } from '../organizations/useIsAdmin.ts'
import { tokensCreatedInOrg } from './created-tokens.ts'
import type { Person } from './people.ts'
import { removeOrgUser, subscriptionsOfMembersQuery } from './queries.ts'
import { RemovePersonDialog } from './RemovePersonDialog.tsx'
import { describeLost } from './subscriptions-of-members.ts'

type Props = Readonly<{ organization: Organization; person: Person; onClose: () => void }>

export function RemoveFromOrg({ organization, person, onClose }: Props) {
  const { name: org, display_name } = organization
  const navigate = useNavigate()
  const isAdmin = useIsAdmin(organization)
  const { data: subscriptions = [] } = useQuery(subscriptionsOfMembersQuery(org))
  const shown = { queryKey: ['organizations', org] }
  if (person.kind === 'invited') {
    return (
      <RevokeInvitationDialog
        email={person.email}
        invalidates={[shown]}
        revoke={() => revokeOrgInvitation(org, person.email)}
        onClose={onClose}
      />
    )
  }
  return (
    <RemovePersonDialog
      person={person}
      from={display_name}
      consequence={`${person.isYou ? 'You' : 'They'} will immediately lose access to this organization and to all its apps${describeLost(subscriptions, person)}. To rejoin, ${person.isYou ? 'you' : 'they'} will need a new invitation.`}
      tokens={tokensCreatedInOrg(org)}
      mayList={isAdmin === true}
      none={`${person.isYou ? 'You have' : `${person.displayName} has`} not created any API tokens for this organization or its apps.`}
      // After leaving, reloading this page would only answer 404.
      invalidates={person.isYou ? [...organizationLists, ...appLists] : [shown]}
      revokesByDefault={isAdmin === true}
      remove={(revokesTokens) => removeOrgUser(org, person.name, revokesTokens)}
      onRemoved={() => (person.isYou ? navigate({ to: paths.orgs }) : onClose())}
      onClose={onClose}
    />
  )
}
