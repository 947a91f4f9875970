import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/page/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { PageLink } from '../../ui/page/PageLink.tsx'
import { TabBar, TabLink } from '../../ui/page/TabBar.tsx'
import { Loaded } from '../../ui/state/Loaded.tsx'
import { toRelative } from '../../ui/text/relative-time.ts'
import { type Subscription, subscriptionQuery } from './queries.ts'

/** As on the tabs, from left to right. */
const TABS = [
  ['Roles', paths.operateRoles],
  ['Access', paths.operateAccess],
  ['Settings', paths.operateSettings],
] as const

type Props = Readonly<{
  section: (typeof TABS)[number][0]
  action?: (subscription: Subscription) => ReactNode
  children: (subscription: Subscription) => ReactNode
}>

/** What is around the operator's pages of a subscription. */
export function SubscriptionLayout({ section, action, children }: Props) {
  const { subscription = '' } = useParams({ strict: false })
  const query = useQuery(subscriptionQuery(subscription))
  const found = query.data
  return (
    <>
      <Breadcrumbs
        steps={[
          ['Operate', 'Operate'],
          [
            'Subscriptions',
            <PageLink key="subscriptions" to={paths.operateSubscriptions}>
              Subscriptions
            </PageLink>,
          ],
          ['subscription', found?.display_name],
        ]}
      />
      <PageHeader
        title={found?.display_name ?? subscription}
        section={section}
        {...(found && { sentence: sentenceOf(found), action: action?.(found) })}
      />
      {found && (
        <TabBar label="Pages of the subscription">
          {TABS.map(([name, to]) => (
            <TabLink
              key={to}
              to={to}
              params={{ subscription }}
              activeOptions={{ exact: true, includeSearch: false }}
            >
              {name}
            </TabLink>
          ))}
        </TabBar>
      )}
      <Loaded query={query} what="subscription">
        {children}
      </Loaded>
    </>
  )
}

function sentenceOf({ id, organization_name, retired_at }: Subscription): string {
  const own = `Subscription ${id} of the organization ${organization_name}.`
  if (retired_at === null) return own
  return `${own} Retired ${toRelative(new Date(retired_at), new Date())}: nobody can use it any more.`
}
