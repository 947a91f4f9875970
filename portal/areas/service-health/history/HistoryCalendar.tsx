import { makeStyles, mergeClasses, tokens, typographyStyles } from '@fluentui/react-components'
import { ScreenReaderOnly } from '../../../ui/text/ScreenReaderOnly.tsx'
import { VISUALLY_HIDDEN } from '../../../ui/text/visually-hidden.ts'
import { AT_NARROW } from '../../../ui/theme/media.ts'
import { type Day, toWeeks } from './spans.ts'

const useStyles = makeStyles({
  table: {
    ...typographyStyles.body1,
    width: '100%',
    maxWidth: '48rem',
    tableLayout: 'fixed',
    borderCollapse: 'separate',
    borderSpacing: tokens.spacingHorizontalXXS,
  },
  caption: VISUALLY_HIDDEN,
  head: { ...typographyStyles.caption1Strong, textAlign: 'start' },
  week: {
    ...typographyStyles.caption1,
    color: tokens.colorNeutralForeground3,
    textAlign: 'start',
    [AT_NARROW]: { display: 'none' },
  },
  weekHead: { [AT_NARROW]: { display: 'none' } },
  day: {
    padding: tokens.spacingHorizontalXS,
    verticalAlign: 'top',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusSmall,
  },
  date: { ...typographyStyles.caption1, display: 'block' },
  minutes: {
    ...typographyStyles.caption1Strong,
    display: 'block',
    minHeight: tokens.lineHeightBase200,
  },
  none: { color: tokens.colorNeutralForeground2 },
  some: {
    color: tokens.colorStatusWarningForeground1,
    backgroundColor: tokens.colorStatusWarningBackground1,
  },
  much: {
    color: tokens.colorStatusDangerForeground1,
    backgroundColor: tokens.colorStatusDangerBackground1,
  },
  most: {
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorStatusDangerBackground3,
  },
})

const HOUR = 60
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const
const date = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })
const number = new Intl.NumberFormat('en')

function lookOf(minutes: number): 'none' | 'some' | 'much' | 'most' {
  if (minutes === 0) return 'none'
  if (minutes < HOUR) return 'some'
  return minutes < 4 * HOUR ? 'much' : 'most'
}

/** A table of weeks: whoever cannot see it reads the same. */
export function HistoryCalendar({ days }: Readonly<{ days: readonly Day[] }>) {
  const styles = useStyles()
  const total = days.reduce((sum, { minutes }) => sum + minutes, 0)
  return (
    <>
      <p>{`${number.format(total)} minutes in ${days.length} days`}</p>
      <table className={styles.table}>
        <caption className={styles.caption}>Minutes of impact by day</caption>
        <thead>
          <tr>
            <th scope="col" className={mergeClasses(styles.head, styles.weekHead)}>
              Week of
            </th>
            {WEEKDAYS.map((name) => (
              <th key={name} scope="col" className={styles.head}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {toWeeks(days)
            .toReversed()
            .map((week) => (
              <Week key={keyOf(week)} week={week} />
            ))}
        </tbody>
      </table>
    </>
  )
}

const keyOf = (week: readonly (Day | undefined)[]): string =>
  week.map((day) => day?.date.getTime()).join()

function Week({ week }: Readonly<{ week: readonly (Day | undefined)[] }>) {
  const styles = useStyles()
  const first = week.find((day) => day !== undefined)
  return (
    <tr>
      <th scope="row" className={styles.week}>
        {first && date.format(first.date)}
      </th>
      {WEEKDAYS.map((name, n) => {
        const day = week[n]
        return day ? <DayCell key={name} day={day} /> : <td key={name} />
      })}
    </tr>
  )
}

function DayCell({ day }: Readonly<{ day: Day }>) {
  const styles = useStyles()
  const { minutes } = day
  return (
    <td className={mergeClasses(styles.day, styles[lookOf(minutes)])}>
      <span className={styles.date}>{date.format(day.date)}</span>
      <span className={styles.minutes}>
        {minutes > 0 && `${number.format(minutes)} m`}
        <ScreenReaderOnly>{minutes > 0 ? ' (minutes)' : 'no impact'}</ScreenReaderOnly>
      </span>
    </td>
  )
}
