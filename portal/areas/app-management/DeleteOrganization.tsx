import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../paths.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Section } from '../../ui/Section.tsx'
import { WHO_CAN_ID } from '../../ui/WhoCan.tsx'
import { appLists, type Organization, organizationsQuery } from './queries.ts'
import {
  deleteOrganization,
  organizationLists,
  organizationQuery,
} from './queries-organizations.ts'
import { useChange } from './useChange.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog,
}))

type Props = Readonly<{ organization: Organization; isLocked: boolean }>

export function DeleteOrganization({ organization, isLocked }: Props) {
  const restoreFocus = useRestoreFocusTarget()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Delete this organization"
      sentence="All its apps go with it, with their members, invitations and API tokens. This cannot be undone."
    >
      <Button
        {...restoreFocus}
        disabledFocusable={isLocked}
        {...(isLocked && { 'aria-describedby': WHO_CAN_ID })}
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
      consequence="All its apps are deleted too, and jobs that use their API tokens get 401 from now on. This cannot be undone."
      action="Delete organization"
      nameToType={name}
      isBusy={isPending}
      onConfirm={() => mutate(change)}
      onCancel={onClose}
    >
      {error && <FormProblem title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}
