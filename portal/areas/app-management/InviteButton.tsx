import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { PersonAddRegular } from '@fluentui/react-icons'
import { type ReactNode, Suspense, useState } from 'react'
import { WHO_CAN_ID } from '../../ui/WhoCan.tsx'

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
        {...(!isAllowed && { 'aria-describedby': WHO_CAN_ID })}
        onClick={() => setOpen(true)}
      >
        Invite people
      </Button>
      {isOpen && <Suspense>{dialog(() => setOpen(false))}</Suspense>}
    </>
  )
}
