import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy } from 'react'
import { paths } from '../../../paths.ts'
import { DialogButton } from '../../../ui/dialog/DialogButton.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { type App, appLists, appQuery, appsQuery, deleteApp } from './queries.ts'
import { useAppAddress } from './useAppAddress.ts'

const ConfirmChange = lazy(async () => ({
  default: (await import('../../../ui/dialog/ConfirmChange.tsx')).ConfirmChange,
}))

export function DeleteApp({ app, isLocked }: Readonly<{ app: App; isLocked: boolean }>) {
  const key = useAppAddress()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
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
    <Section
      title="Delete this app"
      sentence="Members lose access, the app’s API tokens stop working, and pending invitations are revoked. You cannot undo this."
    >
      <DialogButton
        isAllowed={!isLocked}
        dialog={(close) => (
          <ConfirmChange
            title={`Delete ${app.display_name}?`}
            consequence="Members will lose access, and scripts that use the app’s API tokens will start receiving 401 responses. You cannot undo this."
            action="Delete app"
            nameToType={app.name}
            change={change}
            invalidates={appLists}
            onClose={close}
          />
        )}
      >
        Delete app
      </DialogButton>
    </Section>
  )
}
