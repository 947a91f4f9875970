import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import { ArrowRightRegular } from '@fluentui/react-icons'
import { RelativeTime } from '../../../ui/text/RelativeTime.tsx'
import type { SubRequest } from '../quota-api.ts'
import { isOpen } from './queries.ts'
import { nameOfState } from './StateMark.tsx'

const useStyles = makeStyles({
  line: {
    ...typographyStyles.body1,
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalM,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  step: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  words: { display: 'grid' },
  time: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground3 },
})

const NAMES = {
  Submitted: 'Submitted',
  Examined: 'Checked against the rules',
  Granted: 'Granted',
  Sent: 'Sent to the provider',
} as const

/** The end says how it ended; an open one says what it waits for. */
const nameOf = (step: SubRequest['steps'][number]['step'], subRequest: SubRequest) =>
  step === 'Ended' ? nameOfState(subRequest.provisioningState) : NAMES[step]

/** What has happened to a sub-request, from left to right, each with its time. */
export function StepLine({ subRequest }: Readonly<{ subRequest: SubRequest }>) {
  const styles = useStyles()
  const { steps, message } = subRequest
  return (
    <ol className={styles.line} aria-label={`Steps for ${subRequest.displayName}`}>
      {steps.map(({ step, at }, n) => (
        <li key={step} className={styles.step}>
          {n > 0 && <ArrowRightRegular aria-hidden="true" />}
          <span className={styles.words}>
            <span>{nameOf(step, subRequest)}</span>
            <span className={styles.time}>
              <RelativeTime at={at} />
            </span>
          </span>
        </li>
      ))}
      {isOpen(subRequest) && (
        <li className={styles.step} aria-current="step">
          <ArrowRightRegular aria-hidden="true" />
          <span className={styles.words}>
            <span>{message}</span>
            <span className={styles.time}>Now</span>
          </span>
        </li>
      )}
    </ol>
  )
}
