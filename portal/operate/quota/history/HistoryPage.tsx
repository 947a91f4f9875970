import { useParams } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { Breadcrumbs } from '../../../ui/page/Breadcrumbs.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { SubscriptionHistory } from './SubscriptionHistory.tsx'

export function HistoryPage() {
  const { subscription } = useParams({
    from: '/shell/operators/operate/quota/subscriptions/$subscription',
  })
  return (
    <>
      <Breadcrumbs
        steps={[
          [
            'Quota requests',
            <PageLink key="queue" to={paths.operateQuota}>
              Quota requests
            </PageLink>,
          ],
          [subscription, subscription],
        ]}
      />
      <PageHeader title={`Quota requests for ${subscription}`} />
      <SubscriptionHistory subscription={subscription} />
    </>
  )
}
