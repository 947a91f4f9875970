import { makeStyles, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSubscriptionId } from '../../../management/subscriptions.ts'
import { settings } from '../../../settings.ts'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { CopyableText } from '../../../ui/text/CopyableText.tsx'
import { CopyButton } from '../../../ui/text/CopyButton.tsx'
import { HealthLayout } from '../HealthLayout.tsx'
import { useAnnouncedEvents } from '../useAnnouncedEvents.ts'
import { EventFilters, useEventView } from './EventFilters.tsx'
import { eventColumns } from './event-columns.tsx'
import { byAttention } from './event-summary.ts'
import { DEFAULT_DAYS, toApiCall, toCommand, toFilter } from './event-view.ts'
import { API_VERSION, type Event, eventsQuery, MAX_EVENTS, startOf } from './queries.ts'

const useStyles = makeStyles({
  stands: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    marginBottom: tokens.spacingVerticalL,
  },
})

const keyOf = ({ name }: Event) => name

export function EventsPage() {
  const subscription = useSubscriptionId()
  const [view] = useEventView()
  const [days, filter] = [view.days ?? DEFAULT_DAYS, toFilter(view)]
  const query = useQuery(eventsQuery(subscription, { days, filter }))
  const { data: all } = useQuery(eventsQuery(subscription))
  useAnnouncedEvents(subscription, all)
  return (
    <HealthLayout section="Events">
      <EventFilters events={all ?? []} />
      <StandsFor subscriptionId={subscription} days={days} filter={filter} />
      <Loaded query={query} what="events">
        {(events) => <EventTable events={events} subscription={subscription} />}
      </Loaded>
    </HealthLayout>
  )
}

type Asked = Readonly<{ subscriptionId: string; days: number; filter: string | undefined }>

/** What the filters stand for, to take elsewhere. */
function StandsFor({ subscriptionId, days, filter }: Asked) {
  const styles = useStyles()
  const asked = { subscriptionId, since: startOf(days), filter }
  const api = { ...settings, version: API_VERSION }
  return (
    <div className={styles.stands}>
      {filter && <CopyableText value={`$filter=${filter}`} what="filter" />}
      <span>
        <CopyButton value={toApiCall(asked, api)} what="API call" isNamed />
        <CopyButton value={toCommand(asked)} what="command" isNamed />
      </span>
    </div>
  )
}

type Listed = Readonly<{ events: readonly Event[]; subscription: string }>

function EventTable({ events, subscription }: Listed) {
  const columns = useMemo(() => eventColumns(subscription), [subscription])
  const rows = useMemo(() => events.toSorted(byAttention), [events])
  if (rows.length === 0) {
    return (
      <EmptyState
        title="No events"
        text="No events that affect this subscription match the filters. Choose a longer period or fewer filters."
      />
    )
  }
  return (
    <>
      {rows.length >= MAX_EVENTS && (
        <p>{`Only the newest ${MAX_EVENTS} events are listed. Use a filter to see others.`}</p>
      )}
      <DataTable
        caption="Events"
        rows={rows}
        columns={columns}
        keyOf={keyOf}
        defaultSort="status"
        filterLabel="Search these events"
      />
    </>
  )
}
