import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { paths } from '../../../paths.ts'
import { DialogButton } from '../../../ui/dialog/DialogButton.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { appLists } from '../apps/queries.ts'
import {
  deleteOrganization,
  type Organization,
  organizationLists,
  organizationQuery,
  organizationsQuery,
} from './queries.ts'

const ConfirmChange = lazy(async () => ({
  default: (await import('../../../ui/dialog/ConfirmChange.tsx')).ConfirmChange,
}))

type Props = Readonly<{ organization: Organization; isLocked: boolean }>

export function DeleteOrganization({ organization, isLocked }: Props) {
  const { id, name, display_name } = organization
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const change = {
    async run() {
      await deleteOrganization(name)
      queryClient.setQueryData(organizationsQuery.queryKey, (found) =>
        found?.filter((one) => one.id !== id),
      )
      await navigate({ to: paths.orgs })
      queryClient.removeQueries({ queryKey: organizationQuery(name).queryKey })
    },
    done: `${display_name} was deleted`,
    failed: 'The organization was not deleted.',
  }
  return (
    <Section
      title="Delete this organization"
      sentence="This also deletes all apps of the organization, including their invitations and API tokens. Members lose access but keep their accounts. You cannot undo this."
    >
      <DialogButton
        isAllowed={!isLocked}
        dialog={(close) => (
          <ConfirmChange
            title={`Delete ${display_name}?`}
            consequence="All apps of the organization will also be deleted, and scripts that use their API tokens will start receiving 401 responses. You cannot undo this."
            action="Delete organization"
            nameToType={name}
            change={change}
            invalidates={[...organizationLists, ...appLists]}
            onClose={close}
          />
        )}
      >
        Delete organization
      </DialogButton>
    </Section>
  )
}
