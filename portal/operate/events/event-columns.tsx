import {
  DrillBadge,
  LevelBadge,
  StatusBadge,
} from '../../areas/service-health/events/EventBadges.tsx'
import {
  isDrill,
  rankOf,
  titleOf,
  typeOf,
} from '../../areas/service-health/events/event-summary.ts'
import { paths } from '../../paths.ts'
import { PageLink } from '../../ui/page/PageLink.tsx'
import type { Column } from '../../ui/table/data-table-parts.ts'
import { RelativeTime } from '../../ui/text/RelativeTime.tsx'
import type { OperatorEvent } from './queries.ts'

export const eventColumns: readonly Column<OperatorEvent>[] = [
  {
    key: 'event',
    header: 'Event',
    share: 3,
    value: ({ trackingId }) => trackingId,
    render: ({ trackingId }) => (
      <PageLink to={paths.operateEvent} params={{ trackingId }} title={trackingId}>
        {trackingId}
      </PageLink>
    ),
  },
  {
    key: 'title',
    header: 'Title',
    share: 6,
    value: ({ event }) => titleOf(event),
    render: ({ event }) => (
      <>
        <span title={titleOf(event)}>{titleOf(event)}</span>
        {isDrill(event) && <DrillBadge />}
      </>
    ),
  },
  { key: 'type', header: 'Type', share: 3, value: ({ event }) => typeOf(event) },
  {
    key: 'level',
    header: 'Level',
    share: 2.5,
    value: ({ event }) => event.properties.eventLevel ?? '',
    render: ({ event: { properties } }) =>
      properties.eventLevel && <LevelBadge level={properties.eventLevel} />,
  },
  {
    key: 'status',
    header: 'Status',
    share: 2,
    value: ({ event }) => rankOf(event),
    words: ({ event }) => event.properties.status ?? '',
    render: ({ event }) => <StatusBadge status={event.properties.status} />,
  },
  {
    key: 'updated',
    header: 'Updated',
    share: 2.5,
    value: ({ event }) => event.properties.lastUpdateTime ?? '',
    render: ({ event: { properties } }) =>
      properties.lastUpdateTime && <RelativeTime at={properties.lastUpdateTime} />,
  },
]
