import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { SubscriptionPicker } from '../../../management/SubscriptionPicker.tsx'
import { useSubscriptionId } from '../../../management/subscriptions.ts'
import { paths } from '../../../paths.ts'
import { Breadcrumbs } from '../../../ui/page/Breadcrumbs.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { limitsQuery } from '../limits/queries.ts'
import type { Limit } from '../quota-api.ts'
import { requestQuery } from '../requests/queries.ts'
import type { NewRequestView } from './new-request-view.ts'
import { RequestForm } from './RequestForm.tsx'
import { newRow, rowsOfRequest } from './request-rows.ts'

/** What somebody fills in is left alone meanwhile. */
const ONCE = { refetchInterval: false } as const

/** Asks for several limits at once, and says before that what would happen. */
export function NewRequestPage() {
  const subscription = useSubscriptionId()
  const { again, ...first }: NewRequestView = useSearch({ strict: false })
  const limits = useQuery({ ...limitsQuery(subscription), ...ONCE })
  return (
    <>
      <Breadcrumbs
        steps={[
          [
            'Limits',
            <PageLink key="limits" to={paths.quotaLimits} params={{ subscription }}>
              Limits
            </PageLink>,
          ],
          ['Request limits', 'Request limits'],
        ]}
      />
      <PageHeader
        title="Request limits"
        sentence="You can see the outcome of each request before you send it."
        action={<SubscriptionPicker to={paths.quotaLimits} />}
      />
      <Loaded query={limits} what="limits">
        {(limits) =>
          again === undefined ? (
            <RequestForm limits={limits} subscription={subscription} start={[newRow(first)]} />
          ) : (
            <Resubmit limits={limits} subscription={subscription} id={again} />
          )
        }
      </Loaded>
    </>
  )
}

type Props = Readonly<{ limits: readonly Limit[]; subscription: string; id: string }>

function Resubmit({ limits, subscription, id }: Props) {
  const query = useQuery({ ...requestQuery(subscription, id), ...ONCE })
  return (
    <Loaded query={query} what="request">
      {(request) => (
        <RequestForm limits={limits} subscription={subscription} start={rowsOfRequest(request)} />
      )}
    </Loaded>
  )
}
