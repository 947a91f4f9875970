import type { ReactNode } from 'react'
import { SubscriptionLayout } from '../../management/SubscriptionLayout.tsx'
import { paths } from '../../paths.ts'

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
  return (
    <SubscriptionLayout title="Service health" tabs={TABS} section={section} action={action}>
      {children}
    </SubscriptionLayout>
  )
}
