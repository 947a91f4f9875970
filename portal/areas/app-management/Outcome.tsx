import { MessageBar, MessageBarBody, makeStyles, tokens } from '@fluentui/react-components'
import { FormProblem } from '../../ui/FormProblem.tsx'
import type { useChange } from './useChange.ts'

const useStyles = makeStyles({ outcome: { marginBottom: tokens.spacingVerticalM } })

/** What became of a change made from a list, above it: why it was refused, or what the list cannot show. */
export function Outcome({ change }: Readonly<{ change: ReturnType<typeof useChange> }>) {
  const styles = useStyles()
  const { error, isSuccess, variables } = change
  if (error) {
    return (
      <div className={styles.outcome}>
        <FormProblem title={variables?.failed ?? ''} error={error} />
      </div>
    )
  }
  if (!isSuccess || !variables.isUnseen) return null
  return (
    <div className={styles.outcome}>
      <MessageBar intent="success" layout="multiline">
        <MessageBarBody>{`${variables.done}.`}</MessageBarBody>
      </MessageBar>
    </div>
  )
}
