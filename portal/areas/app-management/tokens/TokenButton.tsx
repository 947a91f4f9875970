import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import type { ApiToken } from './queries.ts'
import { nameOf } from './words.ts'

type Props = Readonly<{ action: 'Replace' | 'Revoke'; token: ApiToken; onClick: () => void }>

/** Of one row: a leaked token should be one click and one question away from its end. */
export function TokenButton({ action, token, onClick }: Props) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Button
      {...restoreFocus}
      size="small"
      style={{ minWidth: 0 }}
      aria-label={`${action} ${nameOf(token)}`}
      onClick={onClick}
    >
      {action}
    </Button>
  )
}
