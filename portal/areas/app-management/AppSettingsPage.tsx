import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { APP_PATHS } from '../../paths.ts'
import { DetailsForm } from '../../ui/DetailsForm.tsx'
import { PictureForm } from '../../ui/PictureForm.tsx'
import { Section } from '../../ui/Section.tsx'
import { WhoCan } from '../../ui/WhoCan.tsx'
import { AppFrame } from './AppFrame.tsx'
import { whoCanOnApp } from './app-people.ts'
import { DeleteApp } from './DeleteApp.tsx'
import { Picture } from './Picture.tsx'
import { type App, appLists, appQuery } from './queries.ts'
import { changeApp, setAppPicture } from './queries-apps.ts'
import { appUsersQuery } from './queries-members.ts'
import { TransferApp } from './TransferApp.tsx'
import { useAppAddress } from './useAppAddress.ts'

export function AppSettingsPage() {
  return <AppFrame active="settings">{(app) => <Settings app={app} />}</AppFrame>
}

function Settings({ app }: Readonly<{ app: App }>) {
  const key = useAppAddress()
  const { data: users } = useQuery(appUsersQuery(key))
  const show = useShowChanged()
  const isLocked = app.member_permissions[0] !== 'manager'
  const whoCan = whoCanOnApp(app, users, 'change these settings')
  return (
    <>
      {whoCan && <WhoCan sentence={whoCan} />}
      <Section title="Details">
        <DetailsForm
          details={detailsOf(app)}
          action="Save details"
          isLocked={isLocked}
          onSave={async (changes) => show(await changeApp(key, withoutEmpty(changes)))}
        />
      </Section>
      <Section title="Picture" sentence="A PNG, JPEG, GIF or WebP of at most 1 MiB.">
        <PictureForm
          picture={<Picture name={app.display_name} url={app.icon_url} size={64} />}
          hasPicture={app.icon_url !== null}
          isLocked={isLocked}
          onChange={async (picture) => show(await setAppPicture(key, picture))}
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
    missing: 'Say what the app is called.',
  },
  {
    key: 'name',
    label: 'Name in addresses',
    value: app.name,
    maxLength: 100,
    missing: 'Give the app a name for its address.',
    hint: 'A new name changes the address of the app at once. Scripts and links with the old one stop working.',
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
    hint: 'For example Alpha, Beta or Production.',
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
