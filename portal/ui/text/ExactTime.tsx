import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { toExact, toRelative } from './relative-time.ts'

const useStyles = makeStyles({
  time: { display: 'flex', flexWrap: 'wrap', columnGap: tokens.spacingHorizontalS },
  exact: { alignSelf: 'center', color: tokens.colorNeutralForeground3 },
})

/** A description list has room for both: how long ago, and when, in the local zone and in UTC. */
export function ExactTime({ at }: Readonly<{ at: string }>) {
  const styles = useStyles()
  const time = new Date(at)
  return (
    <time dateTime={at} className={styles.time}>
      {toRelative(time, new Date())}
      <Caption1 className={styles.exact}>{toExact(time)}</Caption1>
    </time>
  )
}
