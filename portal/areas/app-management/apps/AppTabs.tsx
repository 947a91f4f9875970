import { APP_PATHS, type AppTab } from '../../../paths.ts'
import { TabBar, TabLink } from '../../../ui/page/TabBar.tsx'
import { useAppAddress } from './useAppAddress.ts'

export const APP_TABS: Readonly<Record<AppTab, string>> = {
  overview: 'Overview',
  members: 'Members',
  tokens: 'API tokens',
  settings: 'Settings',
}
const TABS = Object.entries(APP_TABS) as [AppTab, string][]

/** The pages of the app that the address names. */
export function AppTabs({ active }: Readonly<{ active: AppTab }>) {
  const { kind, owner, app } = useAppAddress()
  return (
    <TabBar label="App pages">
      {TABS.map(([tab, name]) => (
        <TabLink
          key={tab}
          to={APP_PATHS[kind][tab]}
          params={{ owner, app }}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={tab === active ? 'page' : undefined}
        >
          {name}
        </TabLink>
      ))}
    </TabBar>
  )
}
