import { makeStyles, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useSubscriptionId } from '../../../management/subscriptions.ts'
import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { Notice } from '../../../ui/state/Notice.tsx'
import { toExact } from '../../../ui/text/relative-time.ts'
import { findClearSince, groupActive } from '../events/event-summary.ts'
import { activeEventsQuery, type Event, eventsQuery, WINDOW_DAYS } from '../events/queries.ts'
import { HealthLayout } from '../HealthLayout.tsx'
import { useAnnouncedEvents } from '../useAnnouncedEvents.ts'
import { EventCard } from './EventCard.tsx'
import { TypeCards } from './TypeCards.tsx'

/** More are in the list of events, which does not grow with them. */
const MAX_CARDS = 20

const useStyles = makeStyles({
  clear: { marginBottom: tokens.spacingVerticalXXL },
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalM,
    width: '100%',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
})

/** What affects the reader now comes first; then what is planned, and what is only to be known. */
export function NowPage() {
  const subscription = useSubscriptionId()
  const active = useQuery(activeEventsQuery(subscription))
  useAnnouncedEvents(subscription, active.data)
  return (
    <HealthLayout section="Now">
      <Loaded query={active} what="events">
        {(events) => <Groups events={events} subscription={subscription} />}
      </Loaded>
    </HealthLayout>
  )
}

type Props = Readonly<{ events: readonly Event[]; subscription: string }>

function Groups({ events, subscription }: Props) {
  const { current, upcoming, advisories, drills } = groupActive(events, new Date())
  return (
    <>
      {events.length > drills.length && <TypeCards events={events} subscription={subscription} />}
      {current.length === 0 && <AllClear subscription={subscription} />}
      <Group title="What affects you now" events={current} subscription={subscription} />
      <Group title="Planned" events={upcoming} subscription={subscription} />
      <Group title="Advisories" events={advisories} subscription={subscription} />
      <Group title="Drills" events={drills} subscription={subscription} />
    </>
  )
}

function Group({ title, events, subscription }: Props & Readonly<{ title: string }>) {
  const styles = useStyles()
  if (events.length === 0) return null
  return (
    <Section title={title}>
      <ul className={styles.list}>
        {events.slice(0, MAX_CARDS).map((event) => (
          <EventCard key={event.name} event={event} subscription={subscription} />
        ))}
      </ul>
      {events.length > MAX_CARDS && (
        <PageLink
          to={paths.healthEvents}
          params={{ subscription }}
          search={{ status: 'Active', days: WINDOW_DAYS }}
        >{`Show all ${events.length} events`}</PageLink>
      )}
    </Section>
  )
}

function AllClear({ subscription }: Pick<Props, 'subscription'>) {
  const styles = useStyles()
  const { data: events } = useQuery(eventsQuery(subscription))
  const since = events && findClearSince(events)
  const before = events === undefined ? '' : ` There were none in the last ${WINDOW_DAYS} days.`
  return (
    <div className={styles.clear}>
      <Notice
        title={since === undefined ? 'All clear' : `All clear since ${toExact(new Date(since))}`}
        text={`No service issues or maintenance currently affect this subscription.${since === undefined ? before : ''}`}
      >
        {since !== undefined && (
          <PageLink
            to={paths.healthEvents}
            params={{ subscription }}
            search={{ days: WINDOW_DAYS }}
          >
            {`Events from the last ${WINDOW_DAYS} days`}
          </PageLink>
        )}
      </Notice>
    </div>
  )
}
