import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { AT_FORCED_COLOURS } from '../../../ui/theme/media.ts'
import { formatAmount, type UsageOfDay } from '../quota-api.ts'
import { drawUsage } from './chart-points.ts'
import type { Period } from './usage-view.ts'

const SIZE = { width: 640, height: 200 }
const LEFT = 8
const TOP = 12
const DAY_MS = 86_400_000

const useStyles = makeStyles({
  figure: { margin: 0, width: '100%', maxWidth: '56rem' },
  chart: { display: 'block', width: '100%', height: 'auto', overflow: 'visible' },
  usage: {
    stroke: tokens.colorBrandForeground1,
    strokeWidth: '2px',
    fill: 'none',
    [AT_FORCED_COLOURS]: { stroke: 'CanvasText' },
  },
  point: {
    fill: tokens.colorBrandForeground1,
    [AT_FORCED_COLOURS]: { fill: 'CanvasText' },
  },
  limit: {
    stroke: tokens.colorNeutralForeground2,
    strokeWidth: '2px',
    strokeDasharray: '6 4',
    fill: 'none',
    [AT_FORCED_COLOURS]: { stroke: 'CanvasText' },
  },
  axis: {
    stroke: tokens.colorNeutralStroke1,
    strokeWidth: '1px',
    [AT_FORCED_COLOURS]: { stroke: 'CanvasText' },
  },
  legend: {
    ...typographyStyles.caption1,
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    columnGap: tokens.spacingHorizontalL,
    color: tokens.colorNeutralForeground2,
  },
})

type Props = Readonly<{
  title: string
  days: readonly UsageOfDay[]
  period: Period
  unit: string
  today: Date
}>

/** The highest usage of each day as a line with points, and the limit as a dashed line. */
export function UsageChart({ title, days, period, unit, today }: Props) {
  const styles = useStyles()
  const { top, points, usage, limit } = drawUsage(days, period, today, SIZE)
  const first = new Date(today.getTime() - (period - 1) * DAY_MS)
  const { width, height } = SIZE
  return (
    <figure className={styles.figure}>
      <div className={styles.legend} aria-hidden="true">
        <span>{`Up to ${formatAmount(top, unit)}`}</span>
        <span>●— highest usage of the day</span>
        <span>- - limit</span>
      </div>
      <svg
        className={styles.chart}
        viewBox={`0 0 ${width + 2 * LEFT} ${height + 2 * TOP}`}
        role="img"
        aria-label={`${title}. The table contains the same values.`}
      >
        <g transform={`translate(${LEFT} ${TOP})`}>
          <path className={styles.axis} d={`M0 0H${width}M0 ${height}H${width}`} />
          <path className={styles.limit} d={limit} />
          <path className={styles.usage} d={usage} />
          {points.map(({ x, y, day }) => (
            <circle key={day.day} className={styles.point} cx={x} cy={y} r="3" />
          ))}
        </g>
      </svg>
      <div className={styles.legend} aria-hidden="true">
        <span>{first.toISOString().slice(0, 10)}</span>
        <span>{`${today.toISOString().slice(0, 10)} (UTC)`}</span>
      </div>
    </figure>
  )
}
