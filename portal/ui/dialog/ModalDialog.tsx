import { Dialog, DialogSurface } from '@fluentui/react-components'
import type { ReactNode } from 'react'

type Props = Readonly<{ onClose: () => void; children: ReactNode }>

/** The frame of a dialog. What it shows may change while it is open: then the new part takes the focus. */
export function ModalDialog({ onClose, children }: Props) {
  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface>{children}</DialogSurface>
    </Dialog>
  )
}
