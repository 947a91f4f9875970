import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import { toExact } from '../../../ui/text/relative-time.ts'
import { toPlainText } from '../event/plain-text.ts'
import { DrillBadge, LevelBadge } from '../events/EventBadges.tsx'
import { isDrill, titleOf, typeOf, updatesOf, whereOf } from '../events/event-summary.ts'
import type { Event } from '../events/queries.ts'

const useStyles = makeStyles({
  card: {
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    padding: `${tokens.spacingVerticalM} ${tokens.spacingHorizontalL}`,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    overflowWrap: 'anywhere',
  },
  title: { ...typographyStyles.body1Strong, margin: 0 },
  line: {
    ...typographyStyles.body1,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalM,
    margin: 0,
    color: tokens.colorNeutralForeground2,
  },
  // The page of the event has the whole text.
  update: {
    ...typographyStyles.body1,
    margin: 0,
    whiteSpace: 'pre-line',
    display: '-webkit-box',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: '4',
    overflow: 'hidden',
  },
})

type Props = Readonly<{ event: Event; subscription: string }>

export function EventCard({ event, subscription }: Props) {
  const styles = useStyles()
  const { eventLevel, impactStartTime, lastUpdateTime, summary } = event.properties
  const latest = updatesOf(event)[0]?.text ?? summary
  return (
    <li className={styles.card}>
      <h3 className={styles.title}>
        <PageLink to={paths.healthEvent} params={{ subscription, trackingId: event.name }}>
          {titleOf(event)}
        </PageLink>
      </h3>
      <div className={styles.line}>
        {isDrill(event) && <DrillBadge />}
        {eventLevel && <LevelBadge level={eventLevel} />}
        <span>{typeOf(event)}</span>
        <span>{whereOf(event)}</span>
      </div>
      {latest && <p className={styles.update}>{toPlainText(latest)}</p>}
      <div className={styles.line}>
        <code>{event.name}</code>
        {impactStartTime && <Time word="Begins" past="Began" at={impactStartTime} />}
        {lastUpdateTime && <Time word="Updated" at={lastUpdateTime} />}
      </div>
    </li>
  )
}

type TimeProps = Readonly<{ word: string; past?: string; at: string }>

/** What is yet to come is planned for: with the exact time beside it. */
function Time({ word, past = word, at }: TimeProps) {
  const isAhead = Date.parse(at) > Date.now()
  return (
    <span>
      {`${isAhead ? word : past} `}
      <RelativeTime at={at} />
      {isAhead && ` (${toExact(new Date(at))})`}
    </span>
  )
}
