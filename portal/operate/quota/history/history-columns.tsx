import { titleOf } from '../../../areas/quota/quota-api.ts'
import { nameOfState, StateMark } from '../../../areas/quota/requests/StateMark.tsx'
import type { Column } from '../../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import type { PastRequest } from '../queries.ts'

export const keyOfPast = ({ id }: PastRequest) => id

/** Without links: an operator may have no role on the subscription. */
export const historyColumns: readonly Column<PastRequest>[] = [
  {
    key: 'limits',
    header: 'Requested limits',
    share: 2.5,
    value: titleOf,
    // The id too: a link to a request filters by it.
    words: (request) => `${titleOf(request)} ${request.id}`,
  },
  {
    key: 'where',
    header: 'Provider and location',
    share: 2.4,
    value: ({ provider, location }) => `${provider}, ${location}`,
  },
  {
    key: 'state',
    header: 'State',
    share: 1.5,
    value: ({ provisioningState }) => nameOfState(provisioningState),
    render: ({ provisioningState }) => <StateMark state={provisioningState} />,
  },
  {
    key: 'message',
    header: 'Message',
    share: 4,
    value: ({ message }) => message,
    render: ({ message }) => <span title={message}>{message}</span>,
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
