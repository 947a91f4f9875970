import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { APP_PATHS } from '../../../paths.ts'
import { DetailsForm } from '../../../ui/form/DetailsForm.tsx'
import { PermissionNotice } from '../../../ui/form/PermissionNotice.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { appPermissionNotice } from '../members/app-people.ts'
import { appUsersQuery } from '../members/queries.ts'
import { AppLayout } from './AppLayout.tsx'
import { DeleteApp } from './DeleteApp.tsx'
import { type App, appLists, appQuery, changeApp } from './queries.ts'
import { TransferApp } from './TransferApp.tsx'
import { useAppAddress } from './useAppAddress.ts'

export function AppSettingsPage() {
  return <AppLayout active="settings">{(app) => <Settings app={app} />}</AppLayout>
}

function Settings({ app }: Readonly<{ app: App }>) {
  const key = useAppAddress()
  const { data: users } = useQuery(appUsersQuery(key))
  const show = useShowChanged()
  const isLocked = app.member_permissions[0] !== 'manager'
  const permissionNotice = appPermissionNotice(app, users, 'change these settings')
  return (
    <>
      {permissionNotice && <PermissionNotice sentence={permissionNotice} />}
      <Section title="Details">
        <DetailsForm
          details={detailsOf(app)}
          action="Save details"
          isLocked={isLocked}
          onSave={async (changes) => show(await changeApp(key, withoutEmpty(changes)))}
        />
      </Section>
      <TransferApp app={app} />
      <DeleteApp app={app} isLocked={isLocked} />
    </>
  )
}

const detailsOf = (app: App) => [
  {
    key: 'display_name',
    label: 'Display name',
    value: app.display_name,
    maxLength: 256,
    missing: 'Enter a display name.',
  },
  {
    key: 'name',
    label: 'Name in URLs',
    value: app.name,
    maxLength: 100,
    missing: 'Enter a name.',
    hint: 'Renaming the app changes its URL immediately. Scripts and links that use the old name stop working.',
  },
  {
    key: 'description',
    label: 'Description',
    value: app.description ?? '',
    maxLength: 4096,
    isLong: true,
  },
  {
    key: 'release_type',
    label: 'Release type',
    value: app.release_type ?? '',
    maxLength: 100,
    hint: 'For example, Alpha, Beta or Production.',
  },
]

/** What was emptied is taken away, not kept as an empty text. */
const withoutEmpty = (changes: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(changes).map(([key, text]) => [key, text || null]))

/** In place; at its new address when that has changed. */
function useShowChanged() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { owner, app } = useAppAddress()
  return async (changed: App) => {
    queryClient.setQueryData(appQuery(owner, changed.name).queryKey, changed)
    for (const shown of appLists) void queryClient.invalidateQueries(shown)
    if (changed.name !== app) {
      const to = APP_PATHS[changed.owner.type].settings
      await navigate({ to, params: { owner, app: changed.name }, replace: true })
    }
  }
}
