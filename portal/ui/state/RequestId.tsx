import { Caption1, makeStyles, tokens } from '@fluentui/react-components'
import { ApiError } from '../../../client/api-error.ts'
import { CopyButton } from '../text/CopyButton.tsx'

const useStyles = makeStyles({
  print: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    color: tokens.colorNeutralForeground3,
    overflowWrap: 'anywhere',
  },
})

/** In small print: what an administrator finds the request by in the log. */
export function RequestId({ error }: Readonly<{ error: Error | undefined }>) {
  const styles = useStyles()
  if (!(error instanceof ApiError) || error.requestId === undefined) return null
  return (
    <Caption1 className={styles.print}>
      {error.code} · request {error.requestId}
      <CopyButton value={error.requestId} what="request ID" />
    </Caption1>
  )
}
