import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import type { Column } from '../../../ui/table/data-table-parts.ts'
import type { Limit } from '../quota-api.ts'
import { UsageBar, UsageLevelMark } from './UsageBar.tsx'
import { levelOf, percentOf } from './usage-level.ts'

export const limitColumns = (subscription: string): readonly Column<Limit>[] => [
  {
    key: 'resource',
    header: 'Resource',
    share: 3,
    value: ({ displayName }) => displayName,
    words: ({ displayName, resource }) => `${displayName} ${resource}`,
    render: ({ displayName, provider, location, resource }) => (
      <PageLink to={paths.quotaLimit} params={{ subscription, provider, location, resource }}>
        {displayName}
      </PageLink>
    ),
  },
  { key: 'provider', header: 'Provider', share: 2, value: ({ provider }) => provider },
  { key: 'location', header: 'Location', share: 1.5, value: ({ location }) => location },
  {
    key: 'used',
    header: 'Usage',
    share: 3,
    value: percentOf,
    words: ({ currentValue, limit }) => `${currentValue} of ${limit}`,
    render: (limit) => <UsageBar used={limit} />,
  },
  {
    key: 'level',
    header: 'Level',
    share: 1.2,
    value: levelOf,
    render: (limit) => <UsageLevelMark level={levelOf(limit)} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    share: 1.3,
    isActions: true,
    value: () => '',
    // Where it is needed; the page of a limit has it always. A link in each row makes long lists slow.
    render: (limit) =>
      levelOf(limit) === 'Normal' ? null : (
        <RequestMore limit={limit} subscription={subscription} />
      ),
  },
]

function RequestMore({ limit, subscription }: Readonly<{ limit: Limit; subscription: string }>) {
  const { displayName, provider, location, resource } = limit
  return (
    <PageLink
      to={paths.quotaNewRequest}
      params={{ subscription }}
      search={{ provider, location, resource }}
      aria-label={`Request more ${displayName} in ${location}`}
    >
      Request more
    </PageLink>
  )
}
