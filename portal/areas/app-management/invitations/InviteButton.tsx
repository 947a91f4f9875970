import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { PersonAddRegular } from '@fluentui/react-icons'
import { type ReactNode, Suspense, useState } from 'react'
import { PERMISSION_NOTICE_ID } from '../../../ui/form/PermissionNotice.tsx'

type Props = Readonly<{ isAllowed: boolean; dialog: (close: () => void) => ReactNode }>

export function InviteButton({ isAllowed, dialog }: Props) {
  const restoreFocus = useRestoreFocusTarget()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        {...restoreFocus}
        appearance="primary"
        icon={<PersonAddRegular />}
        disabledFocusable={!isAllowed}
        {...(!isAllowed && { 'aria-describedby': PERMISSION_NOTICE_ID })}
        onClick={() => setOpen(true)}
      >
        Invite people
      </Button>
      {isOpen && <Suspense>{dialog(() => setOpen(false))}</Suspense>}
    </>
  )
}
