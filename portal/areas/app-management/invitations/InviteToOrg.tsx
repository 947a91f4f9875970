import { PersonAddRegular } from '@fluentui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { DialogButton } from '../../../ui/dialog/DialogButton.tsx'
import { subscriptionsOfMembersQuery } from '../members/queries.ts'
import { ORG_ROLES } from '../members/roles.ts'
import { describeGained } from '../members/subscriptions-of-members.ts'
import type { Organization } from '../organizations/queries.ts'
import { useIsAdmin } from '../organizations/useIsAdmin.ts'
import { copyOrgLink, inviteToOrg } from './queries.ts'

/** `lazy` forgets that it takes roles of any kind. */
const InvitePeople = lazy(async () => ({
  default: (await import('./inviting/InvitePeople.tsx')).InvitePeople,
})) as unknown as typeof import('./inviting/InvitePeople.tsx').InvitePeople

const ROLE_HINT =
  'Admins can manage the organization and all its apps. Collaborators and members have the same rights in it: they can create apps, and can access the apps that they are invited to.'
const EITHER = ' Choose either; both names exist for older clients.'

export function InviteToOrg({ organization }: Readonly<{ organization: Organization }>) {
  const { name, display_name } = organization
  const { data: subscriptions = [] } = useQuery(subscriptionsOfMembersQuery(name))
  const isSame = subscriptions.every((each) => each.includes_collaborators)
  return (
    <DialogButton
      appearance="primary"
      icon={<PersonAddRegular />}
      isAllowed={useIsAdmin(organization) === true}
      dialog={(close) => (
        <InvitePeople
          title={`Invite to ${display_name}`}
          roles={ORG_ROLES}
          defaultRole="collaborator"
          roleHint={`${ROLE_HINT}${isSame ? EITHER : ''}`}
          alsoSaid={describeGained(subscriptions)}
          invalidates={[{ queryKey: ['organizations', name] }]}
          send={(email, role) => inviteToOrg(name, email, role)}
          copy={(email) => copyOrgLink(name, email)}
          onClose={close}
        />
      )}
    >
      Invite people
    </DialogButton>
  )
}
