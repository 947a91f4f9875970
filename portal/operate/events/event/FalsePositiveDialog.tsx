import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx'
import { FormError } from '../../../ui/form/FormError.tsx'
import { TextField } from '../form-fields.tsx'
import type { DialogProps } from './ReviseDialog.tsx'

const FAILED = 'The event was not marked.'

export function FalsePositiveDialog({ published, isBusy, error, onRevise, onClose }: DialogProps) {
  const [text, setText] = useState('')
  const summary = text.trim()
  const confirm = () =>
    onRevise(
      ['false-positive', { ...(summary && { summary }) }],
      'Marked as a false positive',
      FAILED,
    )
  return (
    <ConfirmDialog
      title={`Mark ${published.trackingId} as a false positive?`}
      consequence="Readers will see the tag False Positive. You cannot remove the tag. The status of the event will not change."
      action="Mark as false positive"
      isBusy={isBusy}
      onConfirm={confirm}
      onCancel={onClose}
    >
      {error && <FormError title={FAILED} error={error} />}
      <TextField
        label="Update (optional)"
        rows={3}
        maxLength={20_000}
        value={text}
        onType={setText}
      />
    </ConfirmDialog>
  )
}
