import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../../paths.ts'
import { FormError } from '../../../ui/form/FormError.tsx'
import { PERMISSION_NOTICE_ID } from '../../../ui/form/PermissionNotice.tsx'
import { useChange } from '../../../ui/form/useChange.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { appLists } from '../apps/queries.ts'
import {
  deleteOrganization,
  type Organization,
  organizationLists,
  organizationQuery,
  organizationsQuery,
} from './queries.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog,
}))

type Props = Readonly<{ organization: Organization; isLocked: boolean }>

export function DeleteOrganization({ organization, isLocked }: Props) {
  const restoreFocus = useRestoreFocusTarget()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Delete this organization"
      sentence="This also deletes all apps of the organization, including their invitations and API tokens. Members lose access but keep their accounts. You cannot undo this."
    >
      <Button
        {...restoreFocus}
        disabledFocusable={isLocked}
        {...(isLocked && { 'aria-describedby': PERMISSION_NOTICE_ID })}
        onClick={() => setOpen(true)}
      >
        Delete organization
      </Button>
      {isOpen && (
        <Suspense>
          <DeleteDialog organization={organization} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}

type DialogProps = Readonly<{ organization: Organization; onClose: () => void }>

function DeleteDialog({ organization, onClose }: DialogProps) {
  const { id, name, display_name } = organization
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useChange([...organizationLists, ...appLists])
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
    <ConfirmDialog
      title={`Delete ${display_name}?`}
      consequence="All apps of the organization will also be deleted, and scripts that use their API tokens will start receiving 401 responses. You cannot undo this."
      action="Delete organization"
      nameToType={name}
      isBusy={isPending}
      onConfirm={() => mutate(change)}
      onCancel={onClose}
    >
      {error && <FormError title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}
