import { MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { MAX_LISTED } from './queries.ts'
import { countRequests } from './words.ts'

const useStyles = makeStyles({ notice: { marginBottom: tokens.spacingVerticalM } })

type Props = Readonly<{ count: number; which: 'oldest' | 'latest' }>

/** A list that may not be whole says so. */
export function MoreNotice({ count, which }: Props) {
  const styles = useStyles()
  if (count < MAX_LISTED) return null
  return (
    <div className={styles.notice}>
      <MessageBar intent="info" layout="multiline">
        <MessageBarBody>{`Only the ${which} ${countRequests(MAX_LISTED)} are listed.`}</MessageBarBody>
      </MessageBar>
    </div>
  )
}
