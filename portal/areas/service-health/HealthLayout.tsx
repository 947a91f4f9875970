import type { ReactNode } from 'react'
import { SubscriptionLayout } from '../../management/SubscriptionLayout.tsx'
import { useSubscriptionId } from '../../management/subscriptions.ts'
import { paths } from '../../paths.ts'
import { useLiveEvents } from './useLiveEvents.ts'

/** As on the tabs, from left to right. A new page of the area is a line here. */
const TABS = [
  ['Now', paths.healthNow],
  ['Events', paths.healthEvents],
  ['Timeline', paths.healthTimeline],
  ['History', paths.healthHistory],
  ['Maintenance', paths.healthMaintenance],
  ['Notifications', paths.healthNotifications],
] as const

type Props = Readonly<{
  section: (typeof TABS)[number][0]
  /** The one primary action of the page. */
  action?: ReactNode
  children: ReactNode
}>

/** What is around every page of service health. */
export function HealthLayout({ section, action, children }: Props) {
  const state = useLiveEvents(useSubscriptionId())
  return (
    <SubscriptionLayout
      title="Service health"
      tabs={TABS}
      section={section}
      state={state}
      action={action}
    >
      {children}
    </SubscriptionLayout>
  )
}
