import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import type { Column } from '../../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import { type QuotaRequest, titleOf } from '../quota-api.ts'
import { nameOfState, StateMark } from './StateMark.tsx'

export const keyOfRequest = ({ id }: QuotaRequest) => id

export const requestColumns = (subscription: string): readonly Column<QuotaRequest>[] => [
  {
    key: 'limits',
    header: 'Requested limits',
    share: 3,
    value: titleOf,
    render: (request) => (
      <PageLink to={paths.quotaRequest} params={{ subscription, request: request.id }}>
        {titleOf(request)}
      </PageLink>
    ),
  },
  { key: 'provider', header: 'Provider', share: 2, value: ({ provider }) => provider },
  { key: 'location', header: 'Location', share: 1.5, value: ({ location }) => location },
  {
    key: 'state',
    header: 'State',
    share: 1.5,
    value: ({ provisioningState }) => nameOfState(provisioningState),
    render: ({ provisioningState }) => <StateMark state={provisioningState} />,
  },
  { key: 'by', header: 'Requested by', share: 1.5, value: ({ requestedBy }) => requestedBy },
  {
    key: 'requested',
    header: 'Requested',
    share: 1.5,
    value: ({ requestSubmitTime }) => requestSubmitTime,
    render: ({ requestSubmitTime }) => <RelativeTime at={requestSubmitTime} />,
  },
]
