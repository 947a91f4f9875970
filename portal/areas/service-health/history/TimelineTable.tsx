import { useMemo } from 'react'
import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import type { Column } from '../../../ui/table/data-table-parts.ts'
import { toDuration } from '../event/EventOverview.tsx'
import { titleOf } from '../events/event-summary.ts'
import type { Span } from './spans.ts'
import { toMoment } from './times.ts'

const columnsOf = (subscription: string): readonly Column<Span>[] => [
  { key: 'service', header: 'Service', share: 3, value: ({ service }) => service },
  { key: 'region', header: 'Region', share: 3, value: ({ region }) => region },
  {
    key: 'event',
    header: 'Event',
    share: 5,
    value: ({ event }) => titleOf(event),
    render: ({ event }) => (
      <PageLink to={paths.healthEvent} params={{ subscription, trackingId: event.name }}>
        {titleOf(event)}
      </PageLink>
    ),
  },
  {
    key: 'start',
    header: 'From',
    share: 3,
    value: ({ startMs }) => startMs,
    words: ({ startMs }) => toMoment(startMs),
    render: ({ startMs }) => toMoment(startMs),
  },
  {
    key: 'end',
    header: 'To',
    share: 3,
    value: ({ endMs }) => endMs,
    words: ({ endMs }) => toMoment(endMs),
    render: ({ endMs, isOngoing }) => (isOngoing ? 'Still active' : toMoment(endMs)),
  },
  {
    key: 'duration',
    header: 'Duration',
    share: 3,
    value: ({ startMs, endMs }) => endMs - startMs,
    words: (span) => durationOf(span),
    render: (span) => durationOf(span),
  },
]

const durationOf = ({ startMs, endMs }: Span) => toDuration((endMs - startMs) / 1000)
const keyOf = ({ event, service, region }: Span) => `${event.name} ${service} ${region}`

/** The timeline for those who read it. */
export function TimelineTable({
  spans,
  subscription,
}: Readonly<{ spans: readonly Span[]; subscription: string }>) {
  const columns = useMemo(() => columnsOf(subscription), [subscription])
  return (
    <DataTable
      caption="Timeline"
      rows={spans}
      columns={columns}
      keyOf={keyOf}
      defaultSort="-start"
      filterLabel="Filter the timeline"
    />
  )
}
