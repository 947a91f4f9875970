import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import {
  CheckmarkCircleRegular,
  ClockRegular,
  DismissCircleRegular,
  type FluentIcon,
  InfoRegular,
  ProhibitedRegular,
} from '@fluentui/react-icons'
import { paths } from '../../../paths.ts'
import { PageLink } from '../../../ui/page/PageLink.tsx'
import type { Preflight } from '../quota-api.ts'

const useStyles = makeStyles({
  outcome: { ...typographyStyles.body1, display: 'grid', gap: tokens.spacingVerticalXXS },
  name: {
    ...typographyStyles.body1Strong,
    display: 'inline-flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalXS,
  },
  message: { margin: 0, overflowWrap: 'anywhere' },
})

const MARKS: Readonly<Record<Preflight['outcome'], readonly [string, FluentIcon]>> = {
  Granted: ['Granted immediately', CheckmarkCircleRegular],
  Waiting: ['Waits for an operator', ClockRegular],
  AboveMaximum: ['Above the maximum', ProhibitedRegular],
  Denied: ['Would be denied', DismissCircleRegular],
  Refused: ['Would be rejected', DismissCircleRegular],
  AlreadyRequested: ['Already requested', InfoRegular],
}

const nameOf = ({ outcome, notifiesProvider }: Preflight) =>
  outcome === 'Granted' && notifiesProvider ? 'Granted if the provider accepts' : MARKS[outcome][0]

/** What would happen to one row: a word, a shape, and the reason. */
export function OutcomeMark({
  prediction,
  subscription,
}: Readonly<{ prediction: Preflight; subscription: string }>) {
  const styles = useStyles()
  const [, Icon] = MARKS[prediction.outcome]
  const open = prediction.requestId ?? prediction.replaces
  return (
    <div className={styles.outcome}>
      <span className={styles.name}>
        <Icon aria-hidden="true" />
        {nameOf(prediction)}
      </span>
      {prediction.outcome !== 'Granted' && <p className={styles.message}>{prediction.message}</p>}
      {open !== undefined && (
        <p className={styles.message}>
          {prediction.replaces !== undefined && 'It replaces an open request. '}
          <PageLink to={paths.quotaRequest} params={{ subscription, request: open }} inline>
            Show the open request
          </PageLink>
        </p>
      )}
    </div>
  )
}
