import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { CopyableText } from '../../ui/CopyableText.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PageLink } from '../../ui/PageLink.tsx'
import { RelativeTime } from '../../ui/RelativeTime.tsx'
import { type App, appQuery } from './queries.ts'

const route = getRouteApi(`/shell${paths.app}`)

export function AppPage() {
  const { owner, app } = route.useParams()
  const query = useQuery(appQuery(owner, app))
  return (
    <>
      <Breadcrumbs
        steps={[
          [
            'owner',
            <PageLink key="owner" to={paths.apps} search={{ filter: owner }}>
              {owner}
            </PageLink>,
          ],
          ['app', app],
        ]}
      />
      <PageHeader title={query.data?.display_name ?? app} />
      <Loaded query={query} what="app">
        {(data) => <FactList facts={factsOf(data)} />}
      </Loaded>
    </>
  )
}

function factsOf(app: App): readonly [string, React.ReactNode][] {
  return [
    ['Owner', app.owner.display_name],
    ['OS', app.os],
    ['Platform', app.platform],
    ['Your role', app.member_permissions[0]],
    ['Description', app.description ?? 'None'],
    ['Created', <RelativeTime key="created" at={app.created_at} />],
    ['Updated', <RelativeTime key="updated" at={app.updated_at} />],
    ['App id', <CopyableText key="id" value={app.id} what="app id" />],
    ['App secret', <CopyableText key="secret" value={app.app_secret} what="app secret" />],
  ]
}
