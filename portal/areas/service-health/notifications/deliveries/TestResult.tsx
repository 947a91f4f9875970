import {
  MessageBar,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { FormError } from '../../../../ui/form/FormError.tsx'
import { type Delivery, deliveriesQuery, type Target } from '../queries.ts'
import { describeAttempt, isAccepted, NEXT_WORDS } from '../words.ts'
import type { Test } from './useTest.ts'

const useStyles = makeStyles({
  result: { marginBottom: tokens.spacingVerticalXL },
})

type Props = Readonly<{ test: Test; target: Target; isFollowing: boolean }>

/** What became of the test, in place. */
export function TestResult({
  test: { data: deliveryId, error, isPending },
  target,
  isFollowing,
}: Props) {
  const styles = useStyles()
  const { data } = useQuery(deliveriesQuery(target))
  const delivery = data?.find(({ id }) => id === deliveryId)
  const isSent = deliveryId !== undefined && !isPending
  return (
    <div className={styles.result}>
      {error && <FormError title="No test was sent." error={error} />}
      <div role="status">
        {isSent &&
          (delivery && isDecided(delivery) ? (
            <Outcome delivery={delivery} />
          ) : (
            <Waiting isFollowing={isFollowing} />
          ))}
      </div>
    </div>
  )
}

const Waiting = ({ isFollowing }: Pick<Props, 'isFollowing'>) => (
  <MessageBar layout="multiline">
    <MessageBarBody>
      {isFollowing
        ? 'Sending the test.'
        : 'The test has not been sent yet. The list of deliveries shows when it is sent.'}
    </MessageBarBody>
  </MessageBar>
)

/** Held without an attempt: it was turned off, or the receiver stopped it, meanwhile. */
const isDecided = ({ attempts, state }: Delivery) => attempts.length > 0 || state !== 'pending'

function Outcome({ delivery: { attempts, state } }: Readonly<{ delivery: Delivery }>) {
  const attempt = attempts.at(-1)
  const isDone = attempt !== undefined && isAccepted(attempt)
  const sentences = [attempt && describeAttempt(attempt), isDone ? undefined : NEXT_WORDS[state]]
  return (
    <MessageBar intent={isDone ? 'success' : 'error'} layout="multiline">
      <MessageBarBody>
        <MessageBarTitle>
          {isDone ? 'The test was delivered' : 'The test was not delivered'}
        </MessageBarTitle>{' '}
        {sentences.filter(Boolean).join(' ')}
      </MessageBarBody>
    </MessageBar>
  )
}
