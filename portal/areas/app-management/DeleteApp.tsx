import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../paths.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import { Section } from '../../ui/Section.tsx'
import { WHO_CAN_ID } from '../../ui/WhoCan.tsx'
import { type App, appLists, appQuery, appsQuery } from './queries.ts'
import { deleteApp } from './queries-apps.ts'
import { useAppAddress } from './useAppAddress.ts'
import { useChange } from './useChange.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../ui/ConfirmDialog.tsx')).ConfirmDialog,
}))

export function DeleteApp({ app, isLocked }: Readonly<{ app: App; isLocked: boolean }>) {
  const restoreFocus = useRestoreFocusTarget()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Delete this app"
      sentence="Its members lose access, its API tokens get 401 from then on, and open invitations end. This cannot be undone."
    >
      <Button
        {...restoreFocus}
        disabledFocusable={isLocked}
        {...(isLocked && { 'aria-describedby': WHO_CAN_ID })}
        onClick={() => setOpen(true)}
      >
        Delete app
      </Button>
      {isOpen && (
        <Suspense>
          <DeleteAppDialog app={app} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function DeleteAppDialog({ app, onClose }: Readonly<{ app: App; onClose: () => void }>) {
  const key = useAppAddress()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { mutate, isPending, error } = useChange(appLists)
  const change = {
    async run() {
      await deleteApp(key)
      queryClient.setQueryData(appsQuery.queryKey, (apps) =>
        apps?.filter(({ id }) => id !== app.id),
      )
      await navigate({ to: paths.apps })
      queryClient.removeQueries({ queryKey: appQuery(key.owner, key.app).queryKey })
    },
    done: `${app.display_name} was deleted`,
    failed: 'The app was not deleted.',
  }
  return (
    <ConfirmDialog
      title={`Delete ${app.display_name}?`}
      consequence="Its members lose access, and jobs that use its API tokens get 401 from now on. This cannot be undone."
      action="Delete app"
      nameToType={app.name}
      isBusy={isPending}
      onConfirm={() => mutate(change)}
      onCancel={onClose}
    >
      {error && <FormProblem title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}
