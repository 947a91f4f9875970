import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { formatCount, type UsageOfDay } from '../quota-api.ts'

const useStyles = makeStyles({
  table: {
    ...typographyStyles.body1,
    borderCollapse: 'collapse',
    width: '100%',
    maxWidth: '40rem',
  },
  caption: { ...typographyStyles.body1Strong, textAlign: 'start' },
  head: {
    ...typographyStyles.caption1Strong,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    textAlign: 'end',
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke1}`,
    ':first-child': { textAlign: 'start' },
  },
  cell: {
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalS}`,
    textAlign: 'end',
    fontWeight: tokens.fontWeightRegular,
    borderBottom: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke3}`,
    ':first-child': { textAlign: 'start' },
  },
})

const HEADERS = ['Day (UTC)', 'Highest usage', 'Last usage', 'Limit']

/** What the chart shows, newest first. */
export function UsageTable({
  title,
  days,
}: Readonly<{ title: string; days: readonly UsageOfDay[] }>) {
  const styles = useStyles()
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{title}</caption>
      <thead>
        <tr>
          {HEADERS.map((header) => (
            <th key={header} scope="col" className={styles.head}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, highestValue, lastValue, limit }) => (
          <tr key={day}>
            <th scope="row" className={styles.cell}>
              {day}
            </th>
            <td className={styles.cell}>{formatCount(highestValue)}</td>
            <td className={styles.cell}>{formatCount(lastValue)}</td>
            <td className={styles.cell}>{formatCount(limit)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
