import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { paths } from '../../../paths.ts'
import { FormError } from '../../../ui/form/FormError.tsx'
import { PERMISSION_NOTICE_ID } from '../../../ui/form/PermissionNotice.tsx'
import { useChange } from '../../../ui/form/useChange.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { type App, appLists, appQuery, appsQuery, deleteApp } from './queries.ts'
import { useAppAddress } from './useAppAddress.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog,
}))

export function DeleteApp({ app, isLocked }: Readonly<{ app: App; isLocked: boolean }>) {
  const restoreFocus = useRestoreFocusTarget()
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      title="Delete this app"
      sentence="Members lose access, the app’s API tokens stop working, and pending invitations are revoked. You cannot undo this."
    >
      <Button
        {...restoreFocus}
        disabledFocusable={isLocked}
        {...(isLocked && { 'aria-describedby': PERMISSION_NOTICE_ID })}
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
      consequence="Members will lose access, and scripts that use the app’s API tokens will start receiving 401 responses. You cannot undo this."
      action="Delete app"
      nameToType={app.name}
      isBusy={isPending}
      onConfirm={() => mutate(change)}
      onCancel={onClose}
    >
      {error && <FormError title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}
