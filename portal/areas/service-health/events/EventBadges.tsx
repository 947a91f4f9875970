import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import {
  BeakerRegular,
  CheckmarkCircleRegular,
  CircleFilled,
  DismissCircleFilled,
  ErrorCircleRegular,
  type FluentIcon,
  InfoRegular,
  WarningRegular,
} from '@fluentui/react-icons'
import type { EventLevel, EventStatus } from './event-summary.ts'

const useStyles = makeStyles({
  badge: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    whiteSpace: 'nowrap',
  },
  icon: { flexShrink: 0 },
  danger: { color: tokens.colorStatusDangerForeground1 },
  warning: { color: tokens.colorStatusWarningForeground3 },
  neutral: { color: tokens.colorNeutralForeground3 },
  success: { color: tokens.colorStatusSuccessForeground1 },
  active: { color: tokens.colorCompoundBrandForeground1 },
})

type Look = Readonly<{
  Icon: FluentIcon
  color: 'danger' | 'warning' | 'neutral' | 'success' | 'active'
}>

const STATUS_LOOKS: Readonly<Record<EventStatus, Look>> = {
  Active: { Icon: CircleFilled, color: 'active' },
  Resolved: { Icon: CheckmarkCircleRegular, color: 'success' },
}

const LEVEL_LOOKS: Readonly<Record<EventLevel, Look>> = {
  Critical: { Icon: DismissCircleFilled, color: 'danger' },
  Error: { Icon: ErrorCircleRegular, color: 'danger' },
  Warning: { Icon: WarningRegular, color: 'warning' },
  Informational: { Icon: InfoRegular, color: 'neutral' },
}

/** A word and a shape, never a colour alone. Lists have many of them, so it is not Fluent's badge. */
function LookBadge({ look: { Icon, color }, text }: Readonly<{ look: Look; text: string }>) {
  const styles = useStyles()
  return (
    <span className={styles.badge}>
      <Icon aria-hidden className={mergeClasses(styles.icon, styles[color])} />
      {text}
    </span>
  )
}

const DRILL_LOOK: Look = { Icon: BeakerRegular, color: 'neutral' }

/** Besides the mark in the title, for whoever looks at badges only. */
export function DrillBadge() {
  return <LookBadge look={DRILL_LOOK} text="Drill" />
}

export function StatusBadge({ status }: Readonly<{ status: EventStatus | undefined }>) {
  return status ? <LookBadge look={STATUS_LOOKS[status]} text={status} /> : null
}

export function LevelBadge({ level, count }: Readonly<{ level: EventLevel; count?: number }>) {
  const text = count === undefined ? level : `${count} ${level}`
  return <LookBadge look={LEVEL_LOOKS[level]} text={text} />
}
