import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Loaded } from '../../ui/Loaded.tsx'
import { WhoCan } from '../../ui/WhoCan.tsx'
import { InviteToOrg } from './InviteToOrg.tsx'
import { OrgFrame } from './OrgFrame.tsx'
import { Outcome } from './Outcome.tsx'
import { peopleOfOrg, whoCanInOrg } from './org-people.ts'
import { PeopleTable } from './PeopleTable.tsx'
import { type Person, withArticle } from './people.ts'
import { type Organization, userQuery } from './queries.ts'
import {
  changeOrgInvitation,
  changeOrgRole,
  ORG_ROLES,
  type OrgRole,
  orgPeopleQuery,
  renewOrgInvitation,
} from './queries-organizations.ts'
import { useChange } from './useChange.ts'
import { useIsAdmin } from './useIsAdmin.ts'

const RemoveFromOrg = lazy(async () => ({
  default: (await import('./RemoveFromOrg.tsx')).RemoveFromOrg,
}))

export function OrgMembersPage() {
  return (
    <OrgFrame
      active="members"
      action={(organization) => <InviteToOrg organization={organization} />}
    >
      {(organization) => <Members organization={organization} />}
    </OrgFrame>
  )
}

function Members({ organization }: Readonly<{ organization: Organization }>) {
  const { name: org } = organization
  const isAdmin = useIsAdmin(organization)
  const query = useQuery({
    ...orgPeopleQuery(org, isAdmin === true),
    enabled: isAdmin !== undefined,
  })
  const { data: you } = useQuery(userQuery)
  const [leaving, setLeaving] = useState<Person<OrgRole>>()
  const change = useChange([{ queryKey: ['organizations', org] }])
  const { mutate } = change
  const whoCan =
    query.data && !isAdmin
      ? whoCanInOrg(query.data.users, you, 'invite people, change roles and remove members')
      : undefined
  const actions = useMemo(
    () => ({
      roles: ORG_ROLES,
      place: 'the organization',
      whoCan,
      onRole: ({ kind, name, email, displayName }: Person<OrgRole>, role: OrgRole) =>
        mutate({
          run: () =>
            kind === 'member'
              ? changeOrgRole(org, name, role)
              : changeOrgInvitation(org, email, role),
          done: `${displayName} is now ${kind === 'member' ? '' : 'invited as '}${withArticle(role)}`,
          failed: 'The role was not changed.',
        }),
      onRenew: ({ email }: Person<OrgRole>) =>
        mutate({
          run: () => renewOrgInvitation(org, email),
          done: `The invitation of ${email} was renewed and ends in 30 days`,
          failed: 'The invitation was not sent again.',
          isUnseen: true,
        }),
      onRemove: setLeaving,
    }),
    [org, whoCan, mutate],
  )
  return (
    <>
      {whoCan && <WhoCan sentence={whoCan} />}
      <Outcome change={change} />
      <Loaded query={query} what="members">
        {(known) => <PeopleTable actions={actions} people={peopleOfOrg({ you, ...known })} />}
      </Loaded>
      {leaving && (
        <Suspense>
          <RemoveFromOrg
            organization={organization}
            person={leaving}
            onClose={() => setLeaving(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
