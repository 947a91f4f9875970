import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components'
import {
  CheckmarkCircleRegular,
  ClockRegular,
  type FluentIcon,
  PauseCircleRegular,
  ProhibitedRegular,
  WarningRegular,
} from '@fluentui/react-icons'
import type { Delivery } from './queries.ts'
import type { State } from './words.ts'

const useStyles = makeStyles({
  mark: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
    whiteSpace: 'nowrap',
    // Beside words, on their line.
    verticalAlign: 'top',
  },
  icon: { flexShrink: 0 },
  warning: { color: tokens.colorStatusWarningForeground3 },
  neutral: { color: tokens.colorNeutralForeground3 },
  success: { color: tokens.colorStatusSuccessForeground1 },
})

type Look = Readonly<{ word: string; Icon: FluentIcon; color: 'warning' | 'neutral' | 'success' }>

const STATES: Readonly<Record<State, Look>> = {
  on: { word: 'On', Icon: CheckmarkCircleRegular, color: 'success' },
  waiting: { word: 'Waiting for the receiver', Icon: ClockRegular, color: 'neutral' },
  stopped: { word: 'Stopped by the receiver', Icon: ProhibitedRegular, color: 'neutral' },
  failing: { word: 'Failing', Icon: WarningRegular, color: 'warning' },
  off: { word: 'Off', Icon: PauseCircleRegular, color: 'neutral' },
}

const DELIVERY_STATES: Readonly<Record<Delivery['state'], Look>> = {
  pending: { word: 'Pending', Icon: ClockRegular, color: 'neutral' },
  delivered: { word: 'Delivered', Icon: CheckmarkCircleRegular, color: 'success' },
  held: { word: 'Held', Icon: PauseCircleRegular, color: 'neutral' },
  withdrawn: { word: 'Withdrawn', Icon: ProhibitedRegular, color: 'neutral' },
}

export const wordOf = (state: State) => STATES[state].word
export const wordOfDelivery = (state: Delivery['state']) => DELIVERY_STATES[state].word

/** A word and a shape. */
function Mark({ look: { word, Icon, color } }: Readonly<{ look: Look }>) {
  const styles = useStyles()
  return (
    <span className={styles.mark}>
      <Icon aria-hidden className={mergeClasses(styles.icon, styles[color])} />
      {word}
    </span>
  )
}

export const StateMark = ({ state }: Readonly<{ state: State }>) => <Mark look={STATES[state]} />

export const DeliveryMark = ({ state }: Readonly<{ state: Delivery['state'] }>) => (
  <Mark look={DELIVERY_STATES[state]} />
)
