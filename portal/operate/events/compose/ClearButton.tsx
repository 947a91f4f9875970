import { lazy } from 'react'
import { DialogButton } from '../../../ui/dialog/DialogButton.tsx'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog,
}))

/** Begins anew, after a question. */
export function ClearButton({ onClear }: Readonly<{ onClear: () => void }>) {
  return (
    <DialogButton
      dialog={(close) => (
        <ConfirmDialog
          title="Clear the form?"
          consequence="The text that you entered will be lost."
          action="Clear the form"
          isBusy={false}
          onConfirm={() => {
            onClear()
            close()
          }}
          onCancel={close}
        />
      )}
    >
      Clear the form
    </DialogButton>
  )
}
