import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import type { Column } from '../../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import { DrillBadge, LevelBadge, StatusBadge } from './EventBadges.tsx'
import { isDrill, rankOf, titleOf, typeOf, whereOf } from './event-summary.ts'
import type { Event } from './queries.ts'

/** The same as on the command line. */
export const eventColumns = (subscription: string): readonly Column<Event>[] => [
  {
    key: 'title',
    header: 'Title',
    share: 5,
    value: titleOf,
    render: (event) => (
      <>
        <PageLink to={paths.healthEvent} params={{ subscription, trackingId: event.name }}>
          {titleOf(event)}
        </PageLink>
        {isDrill(event) && <DrillBadge />}
      </>
    ),
  },
  {
    key: 'event',
    header: 'Event',
    share: 2.5,
    value: ({ name }) => name,
    render: ({ name }) => <code title={name}>{name}</code>,
  },
  {
    key: 'status',
    header: 'Status',
    share: 2,
    value: rankOf,
    words: ({ properties }) => properties.status ?? '',
    render: ({ properties }) => <StatusBadge status={properties.status} />,
  },
  {
    key: 'level',
    header: 'Level',
    share: 2.5,
    value: ({ properties }) => properties.eventLevel ?? '',
    render: ({ properties: { eventLevel } }) => eventLevel && <LevelBadge level={eventLevel} />,
  },
  { key: 'type', header: 'Type', share: 2.5, value: typeOf },
  {
    key: 'where',
    header: 'Where',
    share: 4,
    value: whereOf,
    render: (event) => <span title={whereOf(event)}>{whereOf(event)}</span>,
  },
  {
    key: 'updated',
    header: 'Updated',
    share: 2,
    value: ({ properties }) => properties.lastUpdateTime ?? '',
    render: ({ properties: { lastUpdateTime } }) =>
      lastUpdateTime && <RelativeTime at={lastUpdateTime} />,
  },
]
