import { Button, useRestoreFocusTarget } from '@fluentui/react-components'
import { lazy, Suspense, useState } from 'react'

const ConfirmDialog = lazy(async () => ({
  default: (await import('../../../ui/dialog/ConfirmDialog.tsx')).ConfirmDialog,
}))

/** Begins anew, after a question. */
export function ClearButton({ onClear }: Readonly<{ onClear: () => void }>) {
  const restoreFocus = useRestoreFocusTarget()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button {...restoreFocus} onClick={() => setOpen(true)}>
        Clear the form
      </Button>
      {isOpen && (
        <Suspense>
          <ConfirmDialog
            title="Clear the form?"
            consequence="The text that you entered will be lost."
            action="Clear the form"
            isBusy={false}
            onConfirm={() => {
              onClear()
              setOpen(false)
            }}
            onCancel={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
