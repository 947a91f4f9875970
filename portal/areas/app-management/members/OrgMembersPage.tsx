import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ChangeResult } from '../../../ui/form/ChangeResult.tsx'
import { PermissionNotice } from '../../../ui/form/PermissionNotice.tsx'
import { useChange } from '../../../ui/form/useChange.ts'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { userQuery } from '../account/queries.ts'
import { describeRenewed } from '../invitations/describe-renewed.ts'
import { InviteToOrg } from '../invitations/InviteToOrg.tsx'
import {
  changeOrgInvitation,
  copyOrgLink,
  type Invited,
  renewOrgInvitation,
} from '../invitations/queries.ts'
import { OrgLayout } from '../organizations/OrgLayout.tsx'
import type { Organization } from '../organizations/queries.ts'
import { useIsAdmin } from '../organizations/useIsAdmin.ts'
import { orgPermissionNotice, peopleOfOrg } from './org-people.ts'
import { PeopleTable } from './PeopleTable.tsx'
import type { Person } from './people.ts'
import { changeOrgRole, orgPeopleQuery } from './queries.ts'
import { ORG_ROLES, type OrgRole, withArticle } from './roles.ts'

const LinkDialog = lazy(async () => ({
  default: (await import('../invitations/inviting/LinkDialog.tsx')).LinkDialog,
}))
const RemoveFromOrg = lazy(async () => ({
  default: (await import('./RemoveFromOrg.tsx')).RemoveFromOrg,
}))

export function OrgMembersPage() {
  return (
    <OrgLayout
      active="members"
      action={(organization) => <InviteToOrg organization={organization} />}
    >
      {(organization) => <Members organization={organization} />}
    </OrgLayout>
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
  const [copied, setCopied] = useState<Person<OrgRole>>()
  const change = useChange([{ queryKey: ['organizations', org] }])
  const { mutate } = change
  const permissionNotice =
    query.data && !isAdmin
      ? orgPermissionNotice(query.data.users, you, 'invite people, change roles and remove members')
      : undefined
  const actions = useMemo(
    () => ({
      roles: ORG_ROLES,
      targetName: 'the organization',
      permissionNotice,
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
          done: (answer) => describeRenewed(email, answer as Invited),
          failed: 'The invitation was not renewed.',
          needsMessage: true,
        }),
      onRemove: setLeaving,
      onCopyLink: setCopied,
    }),
    [org, permissionNotice, mutate],
  )
  return (
    <>
      {permissionNotice && <PermissionNotice sentence={permissionNotice} />}
      <ChangeResult change={change} />
      <Loaded query={query} what="members">
        {(known) => <PeopleTable actions={actions} people={peopleOfOrg({ you, ...known })} />}
      </Loaded>
      {copied && (
        <Suspense>
          <LinkDialog
            email={copied.email}
            copy={() => copyOrgLink(org, copied.email)}
            onClose={() => setCopied(undefined)}
          />
        </Suspense>
      )}
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
