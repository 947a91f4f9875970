import { MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { FormError } from './FormError.tsx'
import { sentenceOf, type useChange } from './useChange.ts'

const useStyles = makeStyles({ outcome: { marginBottom: tokens.spacingVerticalM } })

/** The result of a change made from a list: the error, or a success that the list does not show. */
export function ChangeResult({ change }: Readonly<{ change: ReturnType<typeof useChange> }>) {
  const styles = useStyles()
  const { data, error, isSuccess, variables } = change
  if (error) {
    return (
      <div className={styles.outcome}>
        <FormError title={variables?.failed ?? ''} error={error} />
      </div>
    )
  }
  if (!isSuccess || !variables.needsMessage) return null
  return (
    <div className={styles.outcome}>
      <MessageBar intent="success" layout="multiline">
        <MessageBarBody>{`${sentenceOf(variables.done, data)}.`}</MessageBarBody>
      </MessageBar>
    </div>
  )
}
