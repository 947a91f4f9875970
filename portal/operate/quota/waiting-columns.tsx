import { UsageBar } from '../../areas/quota/limits/UsageBar.tsx'
import { percentOf } from '../../areas/quota/limits/usage-level.ts'
import { formatAmount, formatCount } from '../../areas/quota/quota-api.ts'
import { paths } from '../../paths.ts'
import { PageLink } from '../../ui/page/PageLink.tsx'
import type { Column } from '../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import type { Waiting } from './queries.ts'
import { whereOf } from './words.ts'

/** None when the resource was taken out of the catalogue. */
export const usedOf = ({ currentLimit, currentValue, unit }: Waiting) =>
  currentLimit === undefined ? undefined : { limit: currentLimit, currentValue, unit }

const percentUsed = (row: Waiting) => {
  const used = usedOf(row)
  return used ? percentOf(used) : 0
}

const renderUsed = (row: Waiting) => {
  const used = usedOf(row)
  return used ? <UsageBar used={used} /> : 'Not in the catalogue'
}

export const waitingColumns: readonly Column<Waiting>[] = [
  {
    key: 'resource',
    header: 'Resource',
    share: 1.8,
    value: ({ displayName }) => displayName,
    words: ({ displayName, resource }) => `${displayName} ${resource}`,
    render: ({ displayName, subscriptionId: subscription, subRequestId }) => (
      <PageLink
        to={paths.operateDecide}
        params={{ subscription, subRequest: subRequestId }}
        aria-label={`Decide ${displayName} for ${subscription}`}
      >
        {displayName}
      </PageLink>
    ),
  },
  {
    key: 'subscription',
    header: 'Subscription',
    share: 1.8,
    value: ({ subscriptionId }) => subscriptionId,
  },
  { key: 'where', header: 'Provider and location', share: 2.3, value: whereOf },
  {
    key: 'used',
    header: 'Usage',
    share: 3.4,
    value: percentUsed,
    words: ({ currentValue, currentLimit }) => `${currentValue} of ${currentLimit}`,
    render: renderUsed,
  },
  {
    key: 'requested',
    header: 'Requested',
    share: 1.3,
    value: ({ requestedLimit }) => requestedLimit,
    render: ({ requestedLimit, unit }) => formatAmount(requestedLimit, unit),
  },
  {
    key: 'headroom',
    header: 'Headroom',
    share: 1.3,
    value: ({ headroomLimit }) => headroomLimit ?? 0,
    render: ({ headroomLimit }) =>
      headroomLimit === undefined ? 'None' : `to ${formatCount(headroomLimit)}`,
  },
  {
    key: 'maximum',
    header: 'Maximum',
    share: 1.2,
    value: ({ maximum }) => maximum ?? Number.MAX_SAFE_INTEGER,
    render: ({ maximum }) => (maximum === undefined ? 'None' : formatCount(maximum)),
  },
  { key: 'by', header: 'Requested by', share: 1.5, value: ({ requestedBy }) => requestedBy },
  {
    key: 'waiting',
    header: 'Since',
    share: 1.7,
    value: ({ waitingSince }) => waitingSince,
    render: ({ waitingSince }) => <RelativeTime at={waitingSince} />,
  },
]
