import { Button, Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { ApiError } from '../../client/api-error.ts'
import { CopyButton } from './CopyButton.tsx'
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
      text={known?.message ?? 'The portal met something it did not expect. Reload the page.'}
    >
      {onTryAgain && <Button onClick={onTryAgain}>Try again</Button>}
      {known?.requestId && (
        <Caption1 className={styles.print}>
          {known.code} · request {known.requestId}
          <CopyButton value={known.requestId} what="request id" />
        </Caption1>
      )}
    </Notice>
  )
}
