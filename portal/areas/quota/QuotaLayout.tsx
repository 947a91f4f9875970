import type { ReactNode } from 'react'
import { SubscriptionLayout } from '../../management/SubscriptionLayout.tsx'
import { useSubscriptionId } from '../../management/subscriptions.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/page/ButtonLink.tsx'

const TABS = [
  ['Limits', paths.quotaLimits],
  ['Requests', paths.quotaRequests],
] as const

type Props = Readonly<{ section: (typeof TABS)[number][0]; children: ReactNode }>

/** What is around the pages of quota that are about a whole subscription. */
export function QuotaLayout({ section, children }: Props) {
  const subscription = useSubscriptionId()
  const action = (
    <ButtonLink appearance="primary" to={paths.quotaNewRequest} params={{ subscription }}>
      Request limits
    </ButtonLink>
  )
  return (
    <SubscriptionLayout title="Quota" tabs={TABS} section={section} action={action}>
      {children}
    </SubscriptionLayout>
  )
}
