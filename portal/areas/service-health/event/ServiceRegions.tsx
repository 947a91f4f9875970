import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { Section } from '../../../ui/page/Section.tsx'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import { ScreenReaderOnly } from '../../../ui/text/ScreenReaderOnly.tsx'
import { AT_NARROW } from '../../../ui/theme/media.ts'
import { StatusBadge } from '../events/EventBadges.tsx'
import { type ServiceRegion, serviceRegionsOf } from '../events/event-summary.ts'
import type { Event } from '../events/queries.ts'
import { toPlainText } from './plain-text.ts'

const useStyles = makeStyles({
  table: { ...typographyStyles.body1, width: '100%', borderCollapse: 'collapse' },
  cell: {
    padding: `${tokens.spacingVerticalSNudge} ${tokens.spacingHorizontalS}`,
    paddingLeft: 0,
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
  },
  /** Below each update its time is there too, and five columns do not fit. */
  wide: { [AT_NARROW]: { display: 'none' } },
  history: { margin: 0, paddingLeft: tokens.spacingHorizontalL },
})

/** An event has at most 2,000; what is beyond these few is in the answer of the API. */
const MAX_ROWS = 200
/** Of one row; all of them are in the list of updates. */
const MAX_UPDATES = 20

type Props = Readonly<{ event: Event; sentence?: string }>

/** Status in each region; the sentence says why the reader sees the event. */
export function ServiceRegions({ event, sentence }: Props) {
  const serviceRegions = serviceRegionsOf(event).toSorted(
    (one, other) => Number(other.isOwn) - Number(one.isOwn),
  )
  return (
    <Section title="Services and regions" {...(sentence !== undefined && { sentence })}>
      {serviceRegions.length > 0 && <ServiceRegionTable serviceRegions={serviceRegions} />}
    </Section>
  )
}

export function ServiceRegionTable({
  serviceRegions,
}: Readonly<{ serviceRegions: readonly ServiceRegion[] }>) {
  const styles = useStyles()
  return (
    <>
      <table className={styles.table} aria-label="Services and regions">
        <thead>
          <tr>
            {['Service', 'Region', 'Status', 'Updated', 'History'].map((header) => (
              <th
                key={header}
                scope="col"
                className={mergeClasses(styles.cell, header === 'Updated' && styles.wide)}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {serviceRegions.slice(0, MAX_ROWS).map((serviceRegion) => (
            <ServiceRegionRow
              key={`${serviceRegion.service}@${serviceRegion.region}`}
              serviceRegion={serviceRegion}
            />
          ))}
        </tbody>
      </table>
      {serviceRegions.length > MAX_ROWS &&
        `${serviceRegions.length - MAX_ROWS} more are not shown.`}
    </>
  )
}

function ServiceRegionRow({ serviceRegion }: Readonly<{ serviceRegion: ServiceRegion }>) {
  const { cell, wide } = useStyles()
  return (
    <tr>
      <th scope="row" className={cell}>
        {serviceRegion.service}
      </th>
      <td className={cell}>{serviceRegion.region ?? 'All regions'}</td>
      <td className={cell}>
        <StatusBadge status={serviceRegion.status} />
      </td>
      <td className={mergeClasses(cell, wide)}>
        {serviceRegion.updatedAt && <RelativeTime at={serviceRegion.updatedAt} />}
      </td>
      <td className={cell}>
        <RegionHistory serviceRegion={serviceRegion} />
      </td>
    </tr>
  )
}

/** What was said of one service in one region. The updates of all of them follow below the table. */
function RegionHistory({ serviceRegion }: Readonly<{ serviceRegion: ServiceRegion }>) {
  const { history } = useStyles()
  const { service, region = 'all regions', updates } = serviceRegion
  if (updates.length === 0) return null
  return (
    <details>
      <summary>
        {updates.length === 1 ? '1 update' : `${updates.length} updates`}
        <ScreenReaderOnly>{` for ${service} in ${region}`}</ScreenReaderOnly>
      </summary>
      <ol className={history}>
        {updates.slice(0, MAX_UPDATES).map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            <RelativeTime at={at} />
            {`: ${toPlainText(text)}`}
          </li>
        ))}
      </ol>
    </details>
  )
}
