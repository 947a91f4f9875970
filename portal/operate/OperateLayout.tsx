import type { ReactNode } from 'react'
import { paths } from '../paths.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { TabBar, TabLink } from '../ui/page/TabBar.tsx'

/** As on the tabs, from left to right. */
const TABS = [
  ['Events', paths.operateEvents],
  ['Quota requests', paths.operateQuota],
  ['Given up', paths.operateGivenUp],
  ['Subscriptions', paths.operateSubscriptions],
] as const

type Props = Readonly<{
  section: (typeof TABS)[number][0]
  action?: ReactNode
  children: ReactNode
}>

/** What is around the lists of the operator's pages. */
export function OperateLayout({ section, action, children }: Props) {
  return (
    <>
      <PageHeader title="Operate" section={section} action={action} />
      <TabBar label="Operate">
        {TABS.map(([name, to]) => (
          <TabLink key={to} to={to} activeOptions={{ exact: true, includeSearch: false }}>
            {name}
          </TabLink>
        ))}
      </TabBar>
      {children}
    </>
  )
}
