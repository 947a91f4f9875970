import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { DescriptionList } from '../../../ui/page/DescriptionList.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { CopyableText } from '../../../ui/text/CopyableText.tsx'
import { ExactTime } from '../../../ui/text/ExactTime.tsx'
import { HiddenText } from '../../../ui/text/HiddenText.tsx'
import { ApiExample } from './ApiExample.tsx'
import { AppLayout } from './AppLayout.tsx'
import type { App } from './queries.ts'

const useStyles = makeStyles({
  secret: { display: 'grid', justifyItems: 'start' },
  quiet: { color: tokens.colorNeutralForeground3 },
})

export function AppPage() {
  return (
    <AppLayout active="overview">
      {(app) => (
        <>
          <Section title="About this app">
            <DescriptionList items={toItems(app)} />
          </Section>
          <ApiExample owner={app.owner.name} app={app.name} />
        </>
      )}
    </AppLayout>
  )
}

function toItems(app: App): readonly [string, React.ReactNode][] {
  const address = `${app.owner.name}/${app.name}`
  return [
    ['Owner', app.owner.display_name],
    ['Description', app.description || 'None'],
    ['OS', app.os],
    ['Platform', app.platform],
    ['Release type', app.release_type || 'None'],
    ['Your role', app.member_permissions[0]],
    ['Created', <ExactTime key="created" at={app.created_at} />],
    ['Updated', <ExactTime key="updated" at={app.updated_at} />],
    ['Owner and name', <CopyableText key="name" value={address} what="owner and name" />],
    ['App ID', <CopyableText key="id" value={app.id} what="app ID" />],
    ['App secret', <AppSecret key="secret" value={app.app_secret} />],
  ]
}

function AppSecret({ value }: Readonly<{ value: string }>) {
  const styles = useStyles()
  return (
    <div className={styles.secret}>
      <HiddenText value={value} what="app secret" />
      <Caption1 className={styles.quiet}>
        SDKs use this value to identify the app. It does not grant access to the Binnacle API. To
        call the API, create an API token.
      </Caption1>
    </div>
  )
}
