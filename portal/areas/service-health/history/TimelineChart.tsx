import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { Link } from '@tanstack/react-router'
import { paths } from '../../../paths.ts'
import { AT_FORCED_COLOURS, AT_NARROW } from '../../../ui/theme/media.ts'
import { titleOf, typeOf } from '../events/event-summary.ts'
import { type Bar, type BarRow, toBarRows } from './bars.ts'
import { type Row, type Window, weightOf } from './spans.ts'
import { type Period, toMoment, toTick } from './times.ts'

const LABELS = 'minmax(8rem, 14rem) minmax(0, 1fr)'

/** However short it was, it is seen. */
const LEAST_PX = 4
/** The part of the track in which a number has room to the right of where its bar begins. */
const COUNT_FITS = 0.85

const useStyles = makeStyles({
  rows: { display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'grid',
    gridTemplateColumns: LABELS,
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    minHeight: '2rem',
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
    [AT_NARROW]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: 0,
      paddingTop: tokens.spacingVerticalXS,
    },
  },
  label: { ...typographyStyles.body1, overflowWrap: 'anywhere' },
  region: { color: tokens.colorNeutralForeground3 },
  track: { position: 'relative', height: '1.75rem' },
  axis: {
    ...typographyStyles.caption1,
    display: 'flex',
    justifyContent: 'space-between',
    color: tokens.colorNeutralForeground3,
  },
  bar: {
    position: 'absolute',
    bottom: tokens.spacingVerticalXXS,
    minWidth: `${LEAST_PX}px`,
    boxSizing: 'border-box',
    borderRadius: tokens.borderRadiusSmall,
    ':hover': { outline: `${tokens.strokeWidthThick} solid ${tokens.colorNeutralStroke1Hover}` },
    ':focus-visible': {
      zIndex: 1,
      outline: `${tokens.strokeWidthThick} solid ${tokens.colorStrokeFocus2}`,
    },
    [AT_FORCED_COLOURS]: { backgroundColor: 'LinkText' },
  },
  heavy: { height: '1.5rem', backgroundColor: tokens.colorStatusDangerBackground3 },
  medium: { height: '1rem', backgroundColor: tokens.colorStatusWarningBackground3 },
  light: { height: '0.5rem', backgroundColor: tokens.colorNeutralForeground3 },
  maintenance: {
    height: '1rem',
    backgroundColor: tokens.colorNeutralBackground1,
    border: `${tokens.strokeWidthThick} dashed ${tokens.colorCompoundBrandStroke}`,
    [AT_FORCED_COLOURS]: { backgroundColor: 'Canvas' },
  },
  count: {
    ...typographyStyles.caption2Strong,
    position: 'absolute',
    bottom: 0,
    left: 0,
    padding: `0 ${tokens.spacingHorizontalXXS}`,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusSmall,
  },
  /** At the end of the track there is no room beside a short bar. */
  countAtEnd: { left: 'auto', right: 0 },
  legend: {
    ...typographyStyles.caption1,
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalL,
    margin: `${tokens.spacingVerticalL} 0 0`,
    padding: 0,
    listStyleType: 'none',
    color: tokens.colorNeutralForeground2,
  },
  entry: { display: 'flex', alignItems: 'end', gap: tokens.spacingHorizontalXS },
  sample: { position: 'static', width: '1.5rem' },
})

type Look = 'heavy' | 'medium' | 'light' | 'maintenance'

const LEGEND: readonly (readonly [Look, string])[] = [
  ['heavy', 'Critical or error'],
  ['medium', 'Warning, or no level'],
  ['light', 'Informational'],
  ['maintenance', 'Planned maintenance'],
]

type Drawn = Readonly<{ window: Window; subscription: string }>
type Props = Drawn & Readonly<{ rows: readonly Row[]; period: Period }>

/** Bars for each service in each region; the rest is in the table. */
export function TimelineChart({ rows, window, period, subscription }: Props) {
  const styles = useStyles()
  const drawn = toBarRows(rows, window)
  return (
    <section aria-label={`Service issues and maintenance in the last ${period.label}`}>
      <Axis window={window} period={period} />
      <ul className={styles.rows}>
        {drawn.map(({ row, bars }) => (
          <li key={row.key} className={styles.row}>
            <span className={styles.label}>
              {row.service} <span className={styles.region}>{row.region}</span>
            </span>
            <div className={styles.track}>
              {bars.map((bar) => (
                <BarLink
                  key={`${bar.span.event.name} ${bar.span.startMs}`}
                  {...{ bar, row, window, subscription }}
                />
              ))}
            </div>
          </li>
        ))}
      </ul>
      {rows.length > drawn.length && (
        <p>{`${rows.length - drawn.length} more services and regions are in the table.`}</p>
      )}
      <Legend hasCounts={drawn.some(({ bars }) => bars.some(({ count }) => count > 1))} />
    </section>
  )
}

function Legend({ hasCounts }: Readonly<{ hasCounts: boolean }>) {
  const styles = useStyles()
  return (
    <ul className={styles.legend} aria-label="Legend">
      {LEGEND.map(([look, text]) => (
        <li key={look} className={styles.entry}>
          <span className={mergeClasses(styles.bar, styles[look], styles.sample)} />
          {text}
        </li>
      ))}
      {hasCounts && <li className={styles.entry}>The number on a bar is its number of events.</li>}
    </ul>
  )
}

function Axis({ window: { fromMs, toMs }, period }: Pick<Props, 'window' | 'period'>) {
  const styles = useStyles()
  const ticks = Array.from({ length: period.ticks }, (_, n) => {
    const ms = fromMs + ((toMs - fromMs) * n) / period.ticks
    return toTick(ms, period)
  })
  return (
    <div className={styles.row} aria-hidden="true">
      <span className={styles.label} />
      <div className={styles.axis}>
        {ticks.map((tick, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two ticks may have the same text
          <span key={n}>{tick}</span>
        ))}
        <span>now</span>
      </div>
    </div>
  )
}

type BarProps = Drawn & Pick<BarRow, 'row'> & Readonly<{ bar: Bar }>

/** Of one event, to its page; of several, to the table with those of the row. */
function BarLink({ bar, row, window: { fromMs, toMs }, subscription }: BarProps) {
  const styles = useStyles()
  const { startMs, endMs, span, count } = bar
  const share = (ms: number) => `${(100 * ms) / (toMs - fromMs)}%`
  const shared = {
    className: mergeClasses(styles.bar, styles[lookOf(bar)]),
    style: {
      insetInlineStart: `min(${share(startMs - fromMs)}, 100% - ${LEAST_PX}px)`,
      width: share(endMs - startMs),
    },
    'aria-label': describe(bar),
    title: describe(bar),
  }
  if (count === 1) {
    const params = { subscription, trackingId: span.event.name }
    return <Link to={paths.healthEvent} params={params} {...shared} />
  }
  const isAtEnd = startMs - fromMs > COUNT_FITS * (toMs - fromMs)
  const search = (before: object) => ({
    ...before,
    ...{ as: 'table', service: row.service, region: row.region },
  })
  return (
    <Link to={paths.healthTimeline} params={{ subscription }} search={search} {...shared}>
      <span aria-hidden="true" className={mergeClasses(styles.count, isAtEnd && styles.countAtEnd)}>
        {count}
      </span>
    </Link>
  )
}

const lookOf = ({ isMaintenance, level }: Bar): Look =>
  isMaintenance ? 'maintenance' : weightOf(level)

function describe({ span: { event }, count, level, startMs, endMs, isOngoing }: Bar): string {
  const end = isOngoing ? 'still active' : `to ${toMoment(endMs)}`
  const times = `From ${toMoment(startMs)}, ${end}.`
  if (count > 1) return `${count} events${level ? `, highest level ${level}` : ''}. ${times}`
  return `${titleOf(event)}. ${[typeOf(event), level].filter(Boolean).join(', ')}. ${times}`
}
