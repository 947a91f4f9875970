import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'

export function CreateAppButton({ onClick }: Readonly<{ onClick: () => void }>) {
  const restoreFocus = useRestoreFocusTarget()
  return (
    <Button
      {...restoreFocus}
      appearance="primary"
      icon={<AddRegular />}
      onClick={onClick}
      // The dialog is on its way before the click is done.
      onPointerEnter={() => void import('./CreateAppDialog.tsx')}
    >
      Create app
    </Button>
  )
}
