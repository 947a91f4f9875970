import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import { ErrorCircleRegular, WarningRegular } from '@fluentui/react-icons'
import { formatAmount, formatCount, type Limit } from '../quota-api.ts'
import { formatPercent, levelOf, percentOf, type UsageLevel } from './usage-level.ts'

const useStyles = makeStyles({
  usage: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: tokens.spacingHorizontalS,
    minWidth: 0,
  },
  track: {
    boxSizing: 'border-box',
    width: '6rem',
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusSmall,
    overflow: 'hidden',
  },
  // A border keeps its colour where the system chooses the colours, and a background does not.
  fill: { height: 0, borderTop: `6px solid ${tokens.colorCompoundBrandStroke}` },
  warning: { borderTopColor: tokens.colorStatusWarningBorder2 },
  critical: { borderTopColor: tokens.colorStatusDangerBorder2 },
  level: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
})

type Used = Pick<Limit, 'limit' | 'currentValue' | 'unit'>

/** A bar to compare, and the numbers that it stands for. */
export function UsageBar({ used }: Readonly<{ used: Used }>) {
  const styles = useStyles()
  const level = levelOf(used)
  const fill = mergeClasses(
    styles.fill,
    level === 'Warning' && styles.warning,
    level === 'Critical' && styles.critical,
  )
  return (
    <span className={styles.usage}>
      <span className={styles.track} aria-hidden="true">
        <span
          className={fill}
          style={{ display: 'block', width: `${Math.min(100, percentOf(used))}%` }}
        />
      </span>
      <span>{`${formatCount(used.currentValue)} of ${formatAmount(used.limit, used.unit)}`}</span>
      <span>{`(${formatPercent(used)})`}</span>
    </span>
  )
}

const ICONS = { Critical: ErrorCircleRegular, Warning: WarningRegular }

/** A word and a shape: nobody has to tell colours apart. */
export function UsageLevelMark({ level }: Readonly<{ level: UsageLevel }>) {
  const styles = useStyles()
  if (level === 'Normal') return level
  const Icon = ICONS[level]
  return (
    <span className={styles.level}>
      <Icon aria-hidden="true" />
      {level}
    </span>
  )
}
