import { Button, type ButtonProps, useRestoreFocusTarget } from '@fluentui/react-components'
import { type ReactNode, Suspense, useState } from 'react'
import { PERMISSION_NOTICE_ID } from '../form/PermissionNotice.tsx'

type Props = Readonly<{
  /** Otherwise the page says who may. */
  isAllowed?: boolean
  dialog: (close: () => void) => ReactNode
}> &
  ButtonProps

/** A button that opens a dialog, which is loaded lazily. */
export function DialogButton({ isAllowed = true, dialog, ...button }: Props) {
  const restoreFocus = useRestoreFocusTarget()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        {...restoreFocus}
        {...(!isAllowed && { disabledFocusable: true, 'aria-describedby': PERMISSION_NOTICE_ID })}
        {...button}
        onClick={() => setOpen(true)}
      />
      {isOpen && <Suspense>{dialog(() => setOpen(false))}</Suspense>}
    </>
  )
}
