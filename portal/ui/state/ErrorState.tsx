import { Button, Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { ApiError } from '../../../client/api-error.ts'
import { CopyButton } from '../text/CopyButton.tsx'
import { Notice } from './Notice.tsx'

const useStyles = makeStyles({
  print: { display: 'flex', alignItems: 'center', color: tokens.colorNeutralForeground3 },
})

type Props = Readonly<{
  /** What failed, as in "The apps could not be loaded". */
  title: string
  error: Error
  /** Only for what is safe to try again. */
  onTryAgain?: () => void
}>

export function ErrorState({ title, error, onTryAgain }: Props) {
  const styles = useStyles()
  const known = error instanceof ApiError ? error : undefined
  return (
    <Notice
      role="alert"
      title={title}
      text={
        known?.message ??
        'An unexpected error occurred. Reload the page. If it happens again, contact your administrator.'
      }
    >
      {onTryAgain && <Button onClick={onTryAgain}>Try again</Button>}
      {known?.requestId && (
        <Caption1 className={styles.print}>
          {known.code} · request {known.requestId}
          <CopyButton value={known.requestId} what="request ID" />
        </Caption1>
      )}
    </Notice>
  )
}
