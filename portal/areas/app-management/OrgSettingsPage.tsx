import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { DetailsForm } from '../../ui/DetailsForm.tsx'
import { PictureForm } from '../../ui/PictureForm.tsx'
import { Section } from '../../ui/Section.tsx'
import { WhoCan } from '../../ui/WhoCan.tsx'
import { DeleteOrganization } from './DeleteOrganization.tsx'
import { OrgFrame } from './OrgFrame.tsx'
import { whoCanInOrg } from './org-people.ts'
import { Picture } from './Picture.tsx'
import { appLists, type Organization, userQuery } from './queries.ts'
import {
  changeOrganization,
  organizationLists,
  organizationQuery,
  orgUsersQuery,
  setOrgPicture,
} from './queries-organizations.ts'
import { useIsAdmin } from './useIsAdmin.ts'

export function OrgSettingsPage() {
  return (
    <OrgFrame active="settings">
      {(organization) => <Settings organization={organization} />}
    </OrgFrame>
  )
}

function Settings({ organization }: Readonly<{ organization: Organization }>) {
  const { name, display_name, avatar_url } = organization
  const { data: users } = useQuery(orgUsersQuery(name))
  const { data: you } = useQuery(userQuery)
  const isAdmin = useIsAdmin(organization)
  const show = useShowChanged(name)
  return (
    <>
      {isAdmin === false && <WhoCan sentence={whoCanInOrg(users, you, 'change these settings')} />}
      <Section title="Details">
        <DetailsForm
          details={detailsOf(organization)}
          action="Save details"
          isLocked={!isAdmin}
          onSave={async (changes) => show(await changeOrganization(name, changes))}
        />
      </Section>
      <Section title="Picture" sentence="A PNG, JPEG, GIF or WebP of at most 1 MiB.">
        <PictureForm
          picture={<Picture name={display_name} url={avatar_url} size={64} />}
          hasPicture={avatar_url !== null}
          isLocked={!isAdmin}
          onChange={async (picture) => show(await setOrgPicture(name, picture))}
        />
      </Section>
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
    missing: 'Say what the organization is called.',
  },
  {
    key: 'name',
    label: 'Name in addresses',
    value: name,
    maxLength: 100,
    missing: 'Give the organization a name for its address.',
    hint: 'A new name changes the addresses of all its apps at once. Scripts and links with the old one stop working.',
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
