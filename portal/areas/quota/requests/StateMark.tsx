import { makeStyles, tokens } from '@fluentui/react-components'
import {
  CheckmarkCircleRegular,
  ClockRegular,
  DismissCircleRegular,
  type FluentIcon,
  ProhibitedRegular,
} from '@fluentui/react-icons'
import type { QuotaState } from '../quota-api.ts'

const useStyles = makeStyles({
  mark: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
})

const MARKS: Readonly<Record<QuotaState, readonly [string, FluentIcon]>> = {
  Accepted: ['Accepted', ClockRegular],
  InProgress: ['In progress', ClockRegular],
  Succeeded: ['Succeeded', CheckmarkCircleRegular],
  Failed: ['Failed', DismissCircleRegular],
  Invalid: ['Invalid', ProhibitedRegular],
}

export const nameOfState = (state: QuotaState) => MARKS[state][0]

/** A word and a shape. */
export function StateMark({ state }: Readonly<{ state: QuotaState }>) {
  const [name, Icon] = MARKS[state]
  return (
    <span className={useStyles().mark}>
      <Icon aria-hidden="true" />
      {name}
    </span>
  )
}
