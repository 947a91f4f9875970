import { paths } from '../../paths.ts'
import { TabBar, TabLink } from '../../ui/TabBar.tsx'

const TABS = [
  ['profile', 'Profile', paths.account],
  ['tokens', 'API tokens', paths.accountTokens],
  ['invitations', 'Invitations', paths.accountInvitations],
] as const

type AccountTab = (typeof TABS)[number][0]

/** The pages of the account of whoever is signed in. */
export function AccountTabs({ active }: Readonly<{ active: AccountTab }>) {
  return (
    <TabBar label="Pages of your account">
      {TABS.map(([tab, name, to]) => (
        <TabLink
          key={tab}
          to={to}
          activeOptions={{ exact: true, includeSearch: false }}
          aria-current={tab === active ? 'page' : undefined}
        >
          {name}
        </TabLink>
      ))}
    </TabBar>
  )
}
