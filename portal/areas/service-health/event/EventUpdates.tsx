import { Button, makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { useState } from 'react'
import { Section } from '../../../ui/page/Section.tsx'
import { ExactTime } from '../../../ui/text/ExactTime.tsx'
import { updatesOf } from '../events/event-summary.ts'
import type { Event } from '../events/queries.ts'
import { EventText } from './EventText.tsx'

const useStyles = makeStyles({
  list: {
    display: 'grid',
    gap: tokens.spacingVerticalL,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  update: {
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    paddingLeft: tokens.spacingHorizontalM,
    borderLeft: `${tokens.strokeWidthThicker} solid ${tokens.colorNeutralStroke1}`,
  },
  serviceRegions: {
    ...typographyStyles.caption1,
    margin: 0,
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
})

const AT_FIRST = 50

/** What was said about the event, the newest first. */
export function EventUpdates({ event }: Readonly<{ event: Event }>) {
  const styles = useStyles()
  const [isWhole, setWhole] = useState(false)
  const updates = updatesOf(event)
  if (updates.length === 0) return null
  const shown = isWhole ? updates : updates.slice(0, AT_FIRST)
  return (
    <Section title="Updates">
      <ol className={styles.list} reversed>
        {shown.map(({ at, text, tags, serviceRegions }) => (
          <li key={`${at} ${text}`} className={styles.update}>
            <ExactTime at={at} />
            <EventText text={text} />
            <p className={styles.serviceRegions}>{[...tags, ...serviceRegions].join(' · ')}</p>
          </li>
        ))}
      </ol>
      {shown.length < updates.length && (
        <Button onClick={() => setWhole(true)}>{`Show all ${updates.length} updates`}</Button>
      )}
    </Section>
  )
}
