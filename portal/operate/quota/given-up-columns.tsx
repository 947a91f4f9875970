import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { formatAmount, formatCount } from '../../areas/quota/quota-api.ts'
import { paths } from '../../paths.ts'
import { PageLink } from '../../ui/page/PageLink.tsx'
import type { Column } from '../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import type { GivenUp } from './queries.ts'
import { nameOf, whereOf } from './words.ts'

const limitOf = ({ grantedLimit, requestedLimit, unit }: GivenUp) =>
  formatAmount(grantedLimit ?? requestedLimit, unit)

const errorOf = ({ lastError, code }: GivenUp) => lastError ?? code

export const givenUpColumns = (onRetry: (row: GivenUp) => void): readonly Column<GivenUp>[] => [
  {
    key: 'resource',
    header: 'Resource',
    share: 1.5,
    value: ({ displayName }) => displayName,
    words: ({ displayName, resource }) => `${displayName} ${resource}`,
  },
  {
    key: 'subscription',
    header: 'Subscription',
    share: 1.8,
    value: ({ subscriptionId }) => subscriptionId,
    render: ({ subscriptionId: subscription }) => (
      <PageLink to={paths.operateHistory} params={{ subscription }}>
        {subscription}
      </PageLink>
    ),
  },
  { key: 'where', header: 'Provider and location', share: 2.5, value: whereOf },
  {
    key: 'limit',
    header: 'Limit',
    share: 0.8,
    value: ({ requestedLimit }) => requestedLimit,
    render: limitOf,
  },
  {
    key: 'tries',
    header: 'Attempts',
    share: 1.1,
    value: ({ tries }) => tries,
    render: ({ tries }) => formatCount(tries),
  },
  {
    key: 'error',
    header: 'Last error',
    share: 2.4,
    value: errorOf,
    render: (row) => <span title={errorOf(row)}>{errorOf(row)}</span>,
  },
  { key: 'code', header: 'Code', share: 2.4, value: ({ code }) => code },
  {
    key: 'since',
    header: 'Since',
    share: 1.7,
    value: ({ gaveUpAt }) => gaveUpAt,
    render: ({ gaveUpAt }) => <RelativeTime at={gaveUpAt} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    share: 1.5,
    isActions: true,
    value: () => '',
    render: (row) =>
      row.retriedAs === undefined ? (
        <RetryButton row={row} onRetry={onRetry} />
      ) : (
        <PageLink
          to={paths.operateHistory}
          params={{ subscription: row.subscriptionId }}
          search={{ filter: row.retriedAs }}
          aria-label={`New request for ${nameOf(row)}`}
        >
          New request
        </PageLink>
      ),
  },
]

type ButtonProps = Readonly<{ row: GivenUp; onRetry: (row: GivenUp) => void }>

function RetryButton({ row, onRetry }: ButtonProps) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Button
      {...restoreFocus}
      size="small"
      style={{ minWidth: 0 }}
      aria-label={`Try again: ${nameOf(row)}`}
      onClick={() => onRetry(row)}
    >
      Try again
    </Button>
  )
}
