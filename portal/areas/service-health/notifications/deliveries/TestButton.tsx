import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { PERMISSION_NOTICE_ID } from '../../../../ui/form/PermissionNotice.tsx'
import { STATE_NOTICE_ID } from '../StateNotice.tsx'
import type { Test } from './useTest.ts'

type Props = Readonly<{ test: Test; mayChange: boolean; canSend: boolean }>

export function TestButton({ test: { mutate, isPending }, mayChange, canSend }: Props) {
  const restoreFocus = useRestoreFocusTarget()
  const reason = mayChange ? STATE_NOTICE_ID : PERMISSION_NOTICE_ID
  const isEnabled = mayChange && canSend
  return (
    <Button
      {...restoreFocus}
      appearance="primary"
      disabledFocusable={!isEnabled || isPending}
      {...(!isEnabled && { 'aria-describedby': reason })}
      onClick={() => mutate()}
    >
      Send a test
    </Button>
  )
}
