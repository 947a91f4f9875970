import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { APP_PATHS, type AppTab, paths } from '../../../paths.ts'
import { Breadcrumbs } from '../../../ui/page/Breadcrumbs.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { APP_TABS, AppTabs } from './AppTabs.tsx'
import { type App, appQuery, type OwnerKind } from './queries.ts'
import { useAppAddress } from './useAppAddress.ts'

type Props = Readonly<{
  active: AppTab
  /** The one primary action of the page. */
  action?: (app: App) => ReactNode
  children: (app: App) => ReactNode
}>

/** What is around every page of an app: the way to it, its name, its tabs. */
export function AppLayout({ active, action, children }: Props) {
  const { kind, owner, app: name } = useAppAddress()
  const query = useQuery(appQuery(owner, name))
  const app = query.data
  // The address names the wrong kind of owner, perhaps because the app was transferred.
  if (app && app.owner.type !== kind) {
    const to = APP_PATHS[app.owner.type][active]
    return <Navigate to={to} params={{ owner, app: name }} replace />
  }
  return (
    <>
      <Breadcrumbs
        steps={[
          ['owner', <OwnerLink key="owner" kind={kind} owner={owner} />],
          ['app', name],
        ]}
      />
      <PageHeader
        title={app?.display_name ?? name}
        section={APP_TABS[active]}
        action={app && action?.(app)}
      />
      {app && <AppTabs active={active} />}
      <Loaded query={query} what="app">
        {children}
      </Loaded>
    </>
  )
}

function OwnerLink({ kind, owner }: Readonly<{ kind: OwnerKind; owner: string }>) {
  return kind === 'org' ? (
    <PageLink to={paths.org} params={{ org: owner }}>
      {owner}
    </PageLink>
  ) : (
    <PageLink to={paths.apps} search={{ filter: owner }}>
      {owner}
    </PageLink>
  )
}
