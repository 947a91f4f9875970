import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { EventOverview } from '../../../areas/service-health/event/EventOverview.tsx'
import { EventTexts } from '../../../areas/service-health/event/EventTexts.tsx'
import { EventUpdates } from '../../../areas/service-health/event/EventUpdates.tsx'
import { ServiceRegionTable } from '../../../areas/service-health/event/ServiceRegions.tsx'
import { serviceRegionsOf, titleOf } from '../../../areas/service-health/events/event-summary.ts'
import { paths } from '../../../paths.ts'
import { ChangeResult } from '../../../ui/form/ChangeResult.tsx'
import { useChange } from '../../../ui/form/useChange.ts'
import { Breadcrumbs } from '../../../ui/page/Breadcrumbs.tsx'
import { DescriptionList } from '../../../ui/page/DescriptionList.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { Loaded } from '../../../ui/state/Loaded.tsx'
import { ExactTime } from '../../../ui/text/ExactTime.tsx'
import { eventQuery, type OperatorEvent, operatorEvents } from '../queries.ts'
import { Revisions } from '../revisions/Revisions.tsx'
import { EventActions } from './EventActions.tsx'

export function EventPage() {
  const { trackingId = '' }: { trackingId?: string } = useParams({ strict: false })
  return (
    <>
      <Breadcrumbs
        steps={[
          ['Operate', 'Operate'],
          [
            'Events',
            <PageLink key="events" to={paths.operateEvents}>
              Events
            </PageLink>,
          ],
          ['event', trackingId],
        ]}
      />
      <LoadedEvent trackingId={trackingId} />
    </>
  )
}

function LoadedEvent({ trackingId }: Readonly<{ trackingId: string }>) {
  const query = useQuery(eventQuery(trackingId))
  return (
    <>
      {query.data === undefined && <PageHeader title={trackingId} />}
      <Loaded query={query} what="event">
        {(published) => <EventParts published={published} />}
      </Loaded>
    </>
  )
}

function EventParts({ published }: Readonly<{ published: OperatorEvent }>) {
  const change = useChange([operatorEvents])
  const { event, trackingId } = published
  const serviceRegions = serviceRegionsOf(event)
  return (
    <>
      <PageHeader
        title={titleOf(event)}
        action={<EventActions published={published} change={change} />}
      />
      <ChangeResult change={change} />
      <EventOverview event={event} />
      <Section
        title="Services and regions"
        {...(serviceRegions.length === 0 && { sentence: 'The event does not list any services.' })}
      >
        {serviceRegions.length > 0 && <ServiceRegionTable serviceRegions={serviceRegions} />}
      </Section>
      <EventUpdates event={event} />
      <EventTexts event={event} />
      <Publication published={published} />
      <Revisions trackingId={trackingId} />
    </>
  )
}

const AUDIENCES: Readonly<Record<OperatorEvent['audience'], string>> = {
  everyone: 'All subscriptions',
  footprint: 'Subscriptions that use these services in these regions',
  subscriptions: 'Listed subscriptions',
}

/** Who gets the event, and who published and changed it. */
function Publication({ published }: Readonly<{ published: OperatorEvent }>) {
  const { createdAt, createdBy, lastModifiedBy } = published.event.systemData
  const { isEventSensitive } = published.event.properties
  const items: [string, ReactNode][] = [
    ['Audience', AUDIENCES[published.audience]],
    ['Published by', createdBy],
    ['Published', createdAt && <ExactTime at={createdAt} />],
    ['Last changed by', lastModifiedBy],
    ['Sensitive', isEventSensitive ? 'Yes' : 'No'],
  ]
  return (
    <Section title="Publication">
      <DescriptionList items={items.filter(([, value]) => value !== undefined)} />
    </Section>
  )
}
