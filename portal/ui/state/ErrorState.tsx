import { Button } from '@fluentui/react-components'
import { ApiError } from '../../../client/api-error.ts'
import { Notice } from './Notice.tsx'
import { RequestId } from './RequestId.tsx'

type Props = Readonly<{
  /** What failed, as in "The apps could not be loaded". */
  title: string
  error: Error
  /** Only for what is safe to try again. */
  onTryAgain?: () => void
}>

export function ErrorState({ title, error, onTryAgain }: Props) {
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
      <RequestId error={error} />
    </Notice>
  )
}
