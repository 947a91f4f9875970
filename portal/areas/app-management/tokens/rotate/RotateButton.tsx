import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import type { ApiToken } from '../queries.ts'
import { nameOf } from '../words.ts'

type Props = Readonly<{ token: ApiToken; onClick: () => void }>

export function RotateButton({ token, onClick }: Props) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Button
      {...restoreFocus}
      size="small"
      style={{ minWidth: 0 }}
      aria-label={`Rotate ${nameOf(token)}`}
      onClick={onClick}
    >
      Rotate
    </Button>
  )
}
