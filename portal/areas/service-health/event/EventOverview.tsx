import { makeStyles, Tag, TagGroup, tokens } from '@fluentui/react-components'
import type { ReactNode } from 'react'
import { DescriptionList } from '../../../ui/page/DescriptionList.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { CopyableText } from '../../../ui/text/CopyableText.tsx'
import { ExactTime } from '../../../ui/text/ExactTime.tsx'
import { DrillBadge, LevelBadge, StatusBadge } from '../events/EventBadges.tsx'
import { endOf, isDrill, typeOf } from '../events/event-summary.ts'
import type { Event } from '../events/queries.ts'

const useStyles = makeStyles({
  tags: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
})

type Item = readonly [name: string, value: ReactNode]

/** Items without a value are left out. */
export function EventOverview({ event }: Readonly<{ event: Event }>) {
  const items = [...mainItems(event), ...timeItems(event), ...otherItems(event)]
  return (
    <Section title="Overview">
      <DescriptionList
        items={items.flatMap(([name, value]): [string, ReactNode][] =>
          value === undefined || value === '' ? [] : [[name, value]],
        )}
      />
    </Section>
  )
}

function mainItems(event: Event): Item[] {
  const { status, eventLevel, eventSubType, eventTags = [], externalIncidentId } = event.properties
  const type = typeOf(event)
  return [
    ['Purpose', isDrill(event) ? <DrillBadge key="drill" /> : undefined],
    ['Status', status && <StatusBadge status={status} />],
    ['Level', eventLevel && <LevelBadge level={eventLevel} />],
    ['Type', eventSubType ? `${type}, ${eventSubType}` : type],
    ['Tracking ID', event.name && <CopyableText value={event.name} what="tracking ID" />],
    ['Incident ID', externalIncidentId],
    ['Tags', eventTags.length > 0 ? <Tags key="tags" tags={eventTags} /> : undefined],
  ]
}

function Tags({ tags }: Readonly<{ tags: readonly string[] }>) {
  const styles = useStyles()
  return (
    <TagGroup className={styles.tags} aria-label="Tags">
      {tags.map((tag) => (
        <Tag key={tag} size="small" value={tag}>
          {tag}
        </Tag>
      ))}
    </TagGroup>
  )
}

function timeItems(event: Event): Item[] {
  const { impactStartTime: start, lastUpdateTime: updated, duration } = event.properties
  const end = endOf(event)
  return [
    ['Start', start && <ExactTime at={start} />],
    ['End', end && <ExactTime at={end} />],
    ['Duration', duration === undefined ? undefined : toDuration(duration)],
    ['Updated', updated && <ExactTime at={updated} />],
  ]
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** As in "1 day 2 hours": nobody counts the seconds of an incident. */
export function toDuration(seconds: number): string {
  let left = seconds
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return count > 0 ? [`${count} ${unit}${count === 1 ? '' : 's'}`] : []
  })
  return parts.length > 0 ? parts.join(' ') : 'less than a minute'
}

function otherItems({ properties }: Event): Item[] {
  const { reason, impactType, platformInitiated, oldRate, newRate, currencyType = '' } = properties
  const hasRates = oldRate !== undefined && newRate !== undefined
  return [
    ['Reason', reason],
    ['Impact', impactType],
    ['Rate', hasRates ? `${oldRate} → ${newRate} ${currencyType}`.trim() : undefined],
    ['Billing ID', properties.billingId],
    ['Initiated by the platform', platformInitiated ? 'Yes' : undefined],
  ]
}
