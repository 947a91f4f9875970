import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { CopyableText } from '../../ui/CopyableText.tsx'
import { ExactTime } from '../../ui/ExactTime.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { HiddenText } from '../../ui/HiddenText.tsx'
import { Section } from '../../ui/Section.tsx'
import { AppFrame } from './AppFrame.tsx'
import type { App } from './queries.ts'
import { UseTheApi } from './UseTheApi.tsx'

const useStyles = makeStyles({
  secret: { display: 'grid', justifyItems: 'start' },
  quiet: { color: tokens.colorNeutralForeground3 },
})

export function AppPage() {
  return (
    <AppFrame active="overview">
      {(app) => (
        <>
          <Section title="About this app">
            <FactList facts={factsOf(app)} />
          </Section>
          <UseTheApi owner={app.owner.name} app={app.name} />
        </>
      )}
    </AppFrame>
  )
}

function factsOf(app: App): readonly [string, React.ReactNode][] {
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
    ['App id', <CopyableText key="id" value={app.id} what="app id" />],
    ['App secret', <AppSecret key="secret" value={app.app_secret} />],
  ]
}

function AppSecret({ value }: Readonly<{ value: string }>) {
  const styles = useStyles()
  return (
    <div className={styles.secret}>
      <HiddenText value={value} what="app secret" />
      <Caption1 className={styles.quiet}>
        Identifies the app to SDKs. It opens nothing in this API: for that, create an API token.
      </Caption1>
    </div>
  )
}
