import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogTitle,
  makeStyles,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { focusOnMount } from '../../../../ui/dialog/focus-on-mount.ts'
import { ModalDialog } from '../../../../ui/dialog/ModalDialog.tsx'
import { CopyableText } from '../../../../ui/text/CopyableText.tsx'
import { ExactTime } from '../../../../ui/text/ExactTime.tsx'
import { DeliveryMark } from '../Marks.tsx'
import type { Attempt, Delivery } from '../queries.ts'
import { describeAttempt, subjectOf } from '../words.ts'

const useStyles = makeStyles({
  content: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    paddingBottom: tokens.spacingVerticalL,
  },
  list: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  attempt: {
    display: 'grid',
    gap: tokens.spacingVerticalXS,
    paddingLeft: tokens.spacingHorizontalM,
    borderLeft: `${tokens.strokeWidthThicker} solid ${tokens.colorNeutralStroke1}`,
  },
  title: { ...typographyStyles.body1Strong, margin: 0 },
  answer: {
    ...typographyStyles.body1,
    margin: 0,
    padding: tokens.spacingHorizontalS,
    fontFamily: tokens.fontFamilyMonospace,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    backgroundColor: tokens.colorNeutralBackground3,
    borderRadius: tokens.borderRadiusMedium,
  },
})

type Props = Readonly<{ delivery: Delivery; onClose: () => void }>

/** What the destination answered each time. Its answer is text: markup is neither shown nor obeyed. */
export function AttemptsDialog({ delivery, onClose }: Props) {
  const styles = useStyles()
  return (
    <ModalDialog onClose={onClose}>
      <DialogBody>
        <DialogTitle>{`Attempts for ${subjectOf(delivery)}`}</DialogTitle>
        <DialogContent className={styles.content}>
          <DeliveryMark state={delivery.state} />
          <div>
            {'Delivery id (webhook-id) '}
            <CopyableText value={delivery.id} what="webhook-id" />
          </div>
          <ol className={styles.list} reversed>
            {delivery.attempts.toReversed().map((attempt) => (
              <AttemptItem key={attempt.number} attempt={attempt} />
            ))}
          </ol>
        </DialogContent>
        <DialogActions>
          <Button ref={focusOnMount} onClick={onClose}>
            Close
          </Button>
        </DialogActions>
      </DialogBody>
    </ModalDialog>
  )
}

function AttemptItem({ attempt }: Readonly<{ attempt: Attempt }>) {
  const styles = useStyles()
  const { number, at, answer } = attempt
  return (
    <li className={styles.attempt}>
      <h3 className={styles.title}>{`Attempt ${number}`}</h3>
      <ExactTime at={at} />
      <div>{describeAttempt(attempt)}</div>
      {answer && <pre className={styles.answer}>{answer}</pre>}
    </li>
  )
}
