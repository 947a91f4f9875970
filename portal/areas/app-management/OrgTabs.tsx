import { paths } from '../../paths.ts'
import { TabBar, TabLink } from '../../ui/TabBar.tsx'

const TABS = [
  ['overview', 'Apps', paths.org],
  ['members', 'Members', paths.orgMembers],
  ['tokens', 'API tokens', paths.orgTokens],
  ['settings', 'Settings', paths.orgSettings],
] as const

export type OrgTab = (typeof TABS)[number][0]

/** The pages of an organization. */
export function OrgTabs({ org, active }: Readonly<{ org: string; active: OrgTab }>) {
  return (
    <TabBar label="Pages of this organization">
      {TABS.map(([tab, name, to]) => (
        <TabLink
          key={tab}
          to={to}
          params={{ org }}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={tab === active ? 'page' : undefined}
        >
          {name}
        </TabLink>
      ))}
    </TabBar>
  )
}
