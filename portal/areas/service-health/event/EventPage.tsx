import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useSubscriptionId } from '../../../management/subscriptions.ts'
import { paths } from '../../../paths.ts'
import { Breadcrumbs } from '../../../ui/page/Breadcrumbs.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { titleOf } from '../events/event-summary.ts'
import { type Event, eventQuery, reasonQuery } from '../events/queries.ts'
import { useAnnouncedEvents } from '../useAnnouncedEvents.ts'
import { EventOverview } from './EventOverview.tsx'
import { EventTexts } from './EventTexts.tsx'
import { EventUpdates } from './EventUpdates.tsx'
import { ImpactedResources } from './ImpactedResources.tsx'
import { toSentence } from './reason-sentence.ts'
import { SensitiveDetails } from './SensitiveDetails.tsx'
import { ServiceRegions } from './ServiceRegions.tsx'

export function EventPage() {
  const subscription = useSubscriptionId()
  const { trackingId = '' }: { trackingId?: string } = useParams({ strict: false })
  const query = useQuery(eventQuery(subscription, trackingId))
  const events = useMemo(() => query.data && [query.data], [query.data])
  useAnnouncedEvents(`${subscription} ${trackingId}`, events)
  const list = (
    <PageLink to={paths.healthEvents} params={{ subscription }}>
      {subscription}
    </PageLink>
  )
  return (
    <>
      <Breadcrumbs
        steps={[
          ['health', 'Service health'],
          ['subscription', list],
          ['event', trackingId],
        ]}
      />
      {query.data === undefined && <PageHeader title={trackingId} />}
      <Loaded query={query} what="event">
        {(event) => <EventParts event={event} subscription={subscription} />}
      </Loaded>
    </>
  )
}

type Props = Readonly<{ event: Event; subscription: string }>

/** Of an event whose texts are sensitive, `details` has them once the reader asked for them. */
function EventParts({ event, subscription }: Props) {
  const [details, setDetails] = useState<Event>()
  const { isEventSensitive, lastUpdateTime, impact = [] } = event.properties
  const { data: reason } = useQuery(reasonQuery(subscription, event.name))
  // Details of an earlier revision say nothing about this one.
  const isCurrent = details?.properties.lastUpdateTime === lastUpdateTime
  const shown = details && isCurrent ? details : event
  return (
    <>
      <PageHeader title={titleOf(event)} />
      {isEventSensitive && shown === event && (
        <SensitiveDetails
          subscription={subscription}
          trackingId={event.name}
          isOutdated={details !== undefined}
          onShown={setDetails}
        />
      )}
      <EventOverview event={shown} />
      <ServiceRegions
        event={shown}
        {...(reason && { sentence: toSentence(reason, impact.length > 0) })}
      />
      <EventUpdates event={shown} />
      <EventTexts event={shown} />
      <ImpactedResources subscription={subscription} trackingId={event.name} />
    </>
  )
}
