import { paths } from '../../../paths.ts'
import { TabBar, TabLink } from '../../../ui/page/TabBar.tsx'

const TABS = [
  ['profile', 'Profile', paths.account],
  ['password', 'Password', paths.accountPassword],
  ['sessions', 'Sessions and devices', paths.accountSessions],
  ['grants', 'Applications', paths.accountGrants],
  ['tokens', 'API tokens', paths.accountTokens],
  ['invitations', 'Invitations', paths.accountInvitations],
] as const

type AccountTab = (typeof TABS)[number][0]

/** The pages of the signed-in user's account. */
export function AccountTabs({ active }: Readonly<{ active: AccountTab }>) {
  return (
    <TabBar label="Account pages">
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
