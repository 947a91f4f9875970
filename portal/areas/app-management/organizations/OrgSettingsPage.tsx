import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { DetailsForm } from '../../../ui/form/DetailsForm.tsx'
import { PermissionNotice } from '../../../ui/form/PermissionNotice.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { userQuery } from '../account/queries.ts'
import { appLists } from '../apps/queries.ts'
import { orgPermissionNotice } from '../members/org-people.ts'
import { orgUsersQuery } from '../members/queries.ts'
import { DeleteOrganization } from './DeleteOrganization.tsx'
import { OrgLayout } from './OrgLayout.tsx'
import {
  changeOrganization,
  type Organization,
  organizationLists,
  organizationQuery,
} from './queries.ts'
import { SecondFactor } from './SecondFactor.tsx'
import { TokenLife } from './TokenLife.tsx'
import { useIsAdmin } from './useIsAdmin.ts'

export function OrgSettingsPage() {
  return (
    <OrgLayout active="settings">
      {(organization) => <Settings organization={organization} />}
    </OrgLayout>
  )
}

function Settings({ organization }: Readonly<{ organization: Organization }>) {
  const { name } = organization
  const { data: users } = useQuery(orgUsersQuery(name))
  const { data: you } = useQuery(userQuery)
  const isAdmin = useIsAdmin(organization)
  const show = useShowChanged(name)
  return (
    <>
      {isAdmin === false && (
        <PermissionNotice sentence={orgPermissionNotice(users, you, 'change these settings')} />
      )}
      <Section title="Details">
        <DetailsForm
          details={detailsOf(organization)}
          action="Save details"
          isLocked={!isAdmin}
          onSave={async (changes) => show(await changeOrganization(name, changes))}
        />
      </Section>
      <SecondFactor organization={organization} isLocked={!isAdmin} />
      <TokenLife org={name} isLocked={!isAdmin} />
      <DeleteOrganization organization={organization} isLocked={!isAdmin} />
    </>
  )
}

const detailsOf = ({ display_name, name }: Organization) => [
  {
    key: 'display_name',
    label: 'Display name',
    value: display_name,
    maxLength: 256,
    missing: 'Enter a display name.',
  },
  {
    key: 'name',
    label: 'Name in URLs',
    value: name,
    maxLength: 100,
    missing: 'Enter a name.',
    hint: 'Renaming the organization changes the URLs of all its apps immediately. Scripts and links that use the old name stop working.',
  },
]

/** In place; at its new address when that has changed. */
function useShowChanged(org: string) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return async (changed: Organization) => {
    queryClient.setQueryData(organizationQuery(changed.name).queryKey, changed)
    for (const shown of [...organizationLists, ...appLists]) {
      void queryClient.invalidateQueries(shown)
    }
    if (changed.name !== org) {
      await navigate({ to: paths.orgSettings, params: { org: changed.name }, replace: true })
    }
  }
}
