import {
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  MessageBarTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import type { ReactNode } from 'react'

const useStyles = makeStyles({ bar: { marginBottom: tokens.spacingVerticalXL } })

type Props = Readonly<{
  /** Why the details could not be shown. */
  error?: Error | null
  /** What stands before the sentence. */
  before?: string
  action?: ReactNode
}>

/** That an event has more to read, and for whom. */
export function SensitiveNotice({ error, before = '', action }: Props) {
  return (
    <div className={useStyles().bar} role={error ? 'alert' : undefined}>
      <MessageBar intent={error ? 'error' : 'warning'} layout="multiline">
        <MessageBarBody>
          <MessageBarTitle>
            {error ? 'The details could not be shown' : 'This event has sensitive details'}
          </MessageBarTitle>
          {error?.message ??
            `${before}Only owners and contributors of the subscription can read its summary, description and updates. Your access is recorded.`}
        </MessageBarBody>
        {action && <MessageBarActions>{action}</MessageBarActions>}
      </MessageBar>
    </div>
  )
}
