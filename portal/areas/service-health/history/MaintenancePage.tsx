import { makeStyles, tokens } from '@fluentui/react-components'
import { useSubscriptionId } from '../../../management/subscriptions.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { EmptyState } from '../../../ui/state/EmptyState.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { isActive } from '../events/event-summary.ts'
import type { Event } from '../events/queries.ts'
import { HealthLayout } from '../HealthLayout.tsx'
import { EventCard } from '../now/EventCard.tsx'
import { useHistory } from './useHistory.ts'

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

const MAX_LISTED = 100
const date = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full' })

type Props = Readonly<{ events: readonly Event[]; subscription: string }>

/** By the day on which it begins: what is to come first, then what is over, the latest first. */
export function MaintenancePage() {
  const subscription = useSubscriptionId()
  const { listed, unite } = useHistory(subscription)
  return (
    <HealthLayout section="Maintenance">
      <Loaded query={listed} what="events">
        {(events) => <Days events={unite(events)} subscription={subscription} />}
      </Loaded>
    </HealthLayout>
  )
}

const startOf = ({ properties }: Event): number => Date.parse(properties.impactStartTime ?? '')
const byStart = (one: Event, other: Event) => startOf(one) - startOf(other)

function Days({ events, subscription }: Props) {
  const planned = events.filter(({ properties }) => properties.eventType === 'PlannedMaintenance')
  const ahead = planned.filter(isActive).toSorted(byStart)
  const over = planned
    .filter((event) => !isActive(event))
    .toSorted(byStart)
    .toReversed()
  if (planned.length === 0) {
    return (
      <EmptyState
        title="No maintenance"
        text="No maintenance affecting this subscription is planned, and there was none in the last 90 days."
      />
    )
  }
  const days = Map.groupBy([...ahead, ...over].slice(0, MAX_LISTED), dayOf)
  return [...days].map(([day, ofDay]) => (
    <DaySection key={day} day={day} events={ofDay} subscription={subscription} />
  ))
}

function dayOf(event: Event): string {
  const start = startOf(event)
  const day = Number.isNaN(start) ? 'No date' : date.format(new Date(start))
  return isActive(event) ? day : `${day} (over)`
}

function DaySection({ day, events, subscription }: Props & Readonly<{ day: string }>) {
  const styles = useStyles()
  return (
    <Section title={day}>
      <ul className={styles.list}>
        {events.map((event) => (
          <EventCard key={event.name} event={event} subscription={subscription} />
        ))}
      </ul>
    </Section>
  )
}
