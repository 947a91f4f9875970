import { makeStyles, tokens } from '@fluentui/react-components'
import { Delayed } from './Delayed.tsx'

const useStyles = makeStyles({
  lines: { display: 'grid', gap: tokens.spacingVerticalM },
  line: {
    height: tokens.lineHeightBase300,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralStencil1,
  },
})

const LINES = 8

/** Shown instead of a table or a description list while it loads. It is not animated. */
export function SkeletonLines() {
  const styles = useStyles()
  return (
    <Delayed>
      <div className={styles.lines} role="status" aria-label="Loading">
        {Array.from({ length: LINES }, (_, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines are all alike and never move
          <div key={line} className={styles.line} />
        ))}
      </div>
    </Delayed>
  )
}
