import { useQuery } from '@tanstack/react-query'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/page/ButtonLink.tsx'
import { EmptyState } from '../../ui/state/EmptyState.tsx'
import { Loaded } from '../../ui/state/Loaded.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { OperateLayout } from '../OperateLayout.tsx'
import { eventColumns } from './event-columns.tsx'
import { eventsQuery, MAX_EVENTS, type OperatorEvent } from './queries.ts'

const keyOf = ({ trackingId }: OperatorEvent) => trackingId

/** Every event there is, for whichever subscriptions. */
export function EventsPage() {
  const query = useQuery(eventsQuery)
  const compose = (
    <ButtonLink to={paths.operateNewEvent} appearance="primary">
      Compose event
    </ButtonLink>
  )
  return (
    <OperateLayout section="Events" action={query.data?.length === 0 ? undefined : compose}>
      <Loaded query={query} what="events">
        {(events) =>
          events.length === 0 ? (
            <EmptyState
              title="No events yet"
              text="Events that operators have published appear here, including resolved events."
              action={compose}
            />
          ) : (
            <EventTable events={events} />
          )
        }
      </Loaded>
    </OperateLayout>
  )
}

function EventTable({ events }: Readonly<{ events: readonly OperatorEvent[] }>) {
  return (
    <>
      {events.length >= MAX_EVENTS && (
        <p>{`Only the first ${MAX_EVENTS} events, sorted by tracking id, are listed. To open another event, go to /operate/events/ followed by its tracking id.`}</p>
      )}
      <DataTable
        caption="Events"
        rows={events}
        columns={eventColumns}
        keyOf={keyOf}
        defaultSort="-updated"
        filterLabel="Filter events"
      />
    </>
  )
}
