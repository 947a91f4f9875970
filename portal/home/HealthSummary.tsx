import { makeStyles, tokens } from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { groupActive } from '../areas/service-health/events/event-summary.ts'
import { activeEventsQuery, type Event } from '../areas/service-health/events/queries.ts'
import { EventCard } from '../areas/service-health/now/EventCard.tsx'
import { useAnnouncedEvents } from '../areas/service-health/useAnnouncedEvents.ts'
import type { Subscription } from '../management/subscriptions.ts'
import { paths } from '../paths.ts'
import { PageLink } from '../ui/page/PageLink.tsx'
import { Section } from '../ui/page/Section.tsx'
import { Loaded } from '../ui/state/Loaded.tsx'

const MAX_CARDS = 3

const useStyles = makeStyles({
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

type Props = Readonly<{ subscription: Subscription }>

export function HealthSummary({ subscription: { subscriptionId, displayName } }: Props) {
  const query = useQuery(activeEventsQuery(subscriptionId))
  useAnnouncedEvents(subscriptionId, query.data)
  return (
    <Section title="Service health" sentence={`Subscription ${displayName}.`}>
      <Loaded query={query} what="events">
        {(events) => <Events events={events} subscriptionId={subscriptionId} />}
      </Loaded>
      <PageLink to={paths.healthNow} params={{ subscription: subscriptionId }}>
        Open service health
      </PageLink>
    </Section>
  )
}

type EventsProps = Readonly<{ events: readonly Event[]; subscriptionId: string }>

function Events({ events, subscriptionId }: EventsProps) {
  const styles = useStyles()
  const { current, upcoming, advisories, drills } = groupActive(events, new Date())
  const later = describeLater(upcoming.length, advisories.length, drills.length)
  return (
    <>
      {current.length === 0 ? (
        <span>No service issues or maintenance currently affect this subscription.</span>
      ) : (
        <ul className={styles.list}>
          {current.slice(0, MAX_CARDS).map((event) => (
            <EventCard key={event.name} event={event} subscription={subscriptionId} />
          ))}
        </ul>
      )}
      {current.length > MAX_CARDS && (
        <span>{`${current.length - MAX_CARDS} more events are active.`}</span>
      )}
      {later && <span>{later}</span>}
    </>
  )
}

/** As in "2 planned, 1 advisory, 1 drill." */
function describeLater(planned: number, advisories: number, drills: number): string | undefined {
  const counts = [
    ...(planned > 0 ? [`${planned} planned`] : []),
    ...(advisories > 0 ? [advisories === 1 ? '1 advisory' : `${advisories} advisories`] : []),
    ...(drills > 0 ? [drills === 1 ? '1 drill' : `${drills} drills`] : []),
  ]
  return counts.length === 0 ? undefined : `${counts.join(', ')}.`
}
