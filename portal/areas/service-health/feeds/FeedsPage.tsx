import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useSubscriptionId } from '../../../management/subscriptions.ts'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import { HealthLayout } from '../HealthLayout.tsx'
import { type Feed, feedsQuery } from './queries.ts'

const loadCreation = () => import('./FeedCreation.tsx')
const FeedCreation = lazy(async () => ({ default: (await loadCreation()).FeedCreation }))
const RevokeFeedDialog = lazy(async () => ({
  default: (await import('./RevokeFeedDialog.tsx')).RevokeFeedDialog,
}))

const columnsOf = (onRevoke: (feed: Feed) => void): readonly Column<Feed>[] => [
  {
    key: 'description',
    header: 'Description',
    share: 4,
    value: ({ description }) => description,
    render: ({ description }) => <span title={description}>{description}</span>,
  },
  { key: 'creator', header: 'Created by', share: 2, value: ({ createdBy }) => createdBy },
  {
    key: 'created',
    header: 'Created',
    share: 2,
    value: ({ createdAt }) => createdAt,
    render: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    share: 1.5,
    isActions: true,
    value: () => '',
    render: (feed) => <RevokeButton feed={feed} onRevoke={onRevoke} />,
  },
]

const keyOf = ({ id }: Feed) => id

/** What programs read without a sign-in: everybody has feeds of their own, owners see all. */
export function FeedsPage() {
  const subscription = useSubscriptionId()
  const query = useQuery(feedsQuery(subscription))
  const [isCreating, setCreating] = useState(false)
  const [revoked, setRevoked] = useState<Feed>()
  const columns = useMemo(() => columnsOf(setRevoked), [])
  const restoreFocus = useRestoreFocusTarget()
  const create = (
    <Button
      {...restoreFocus}
      appearance="primary"
      icon={<AddRegular />}
      onClick={() => setCreating(true)}
      onPointerEnter={() => void loadCreation()}
    >
      Create feed
    </Button>
  )
  return (
    <HealthLayout section="Feeds" action={create}>
      <Loaded query={query} what="feeds">
        {(feeds) =>
          feeds.length === 0 ? (
            <EmptyState
              title="No feeds yet"
              text="With a feed, a program that cannot sign in, such as a feed reader or a calendar, can read the events and planned maintenance of this subscription. You see the feeds that you created, and owners see all feeds. Create one here, or with this command:"
              command={`binnacle events feeds create --description "Team calendar" --subscription ${subscription}`}
            />
          ) : (
            <DataTable
              caption="Feeds"
              rows={feeds}
              columns={columns}
              keyOf={keyOf}
              defaultSort="-created"
              filterLabel="Filter feeds"
            />
          )
        }
      </Loaded>
      <Suspense>
        {isCreating && (
          <FeedCreation subscription={subscription} onClose={() => setCreating(false)} />
        )}
        {revoked && (
          <RevokeFeedDialog
            subscription={subscription}
            feed={revoked}
            onClose={() => setRevoked(undefined)}
          />
        )}
      </Suspense>
    </HealthLayout>
  )
}

type ButtonProps = Readonly<{ feed: Feed; onRevoke: (feed: Feed) => void }>

function RevokeButton({ feed, onRevoke }: ButtonProps) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Button
      {...restoreFocus}
      size="small"
      style={{ minWidth: 0 }}
      aria-label={`Revoke ${feed.description}`}
      onClick={() => onRevoke(feed)}
    >
      Revoke
    </Button>
  )
}
