import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { EventOverview } from '../../../areas/service-health/event/EventOverview.tsx'
import { EventTexts } from '../../../areas/service-health/event/EventTexts.tsx'
import { SensitiveNotice } from '../../../areas/service-health/event/SensitiveNotice.tsx'
import { ServiceRegions } from '../../../areas/service-health/event/ServiceRegions.tsx'
import type { Event } from '../../../areas/service-health/events/queries.ts'

const useStyles = makeStyles({
  preview: {
    minWidth: 0,
    padding: tokens.spacingHorizontalXXL,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
  },
  name: {
    ...typographyStyles.caption1,
    margin: 0,
    color: tokens.colorNeutralForeground3,
  },
  title: {
    ...typographyStyles.subtitle1,
    margin: `0 0 ${tokens.spacingVerticalXL}`,
    overflowWrap: 'anywhere',
  },
})

/** The event as the page of a reader shows it. */
export function Preview({ event }: Readonly<{ event: Event }>) {
  const styles = useStyles()
  const { title = 'Untitled event', isEventSensitive } = event.properties
  return (
    <section className={styles.preview} aria-label="Preview">
      <p className={styles.name}>Preview for readers</p>
      <h2 className={styles.title}>{title}</h2>
      {isEventSensitive && <SensitiveNotice />}
      <EventOverview event={event} />
      <ServiceRegions event={event} />
      <EventTexts event={event} />
    </section>
  )
}
