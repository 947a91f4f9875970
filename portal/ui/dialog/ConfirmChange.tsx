import type { InvalidateQueryFilters } from '@tanstack/react-query'
import { FormError } from '../form/FormError.tsx'
import { type Change, useChange } from '../form/useChange.ts'
import { ConfirmDialog } from './ConfirmDialog.tsx'

type Props = Readonly<{
  change: Change
  invalidates: readonly InvalidateQueryFilters[]
  title: string
  consequence: string
  action: string
  cancel?: string
  nameToType?: string
  onClose: () => void
  /** Instead of closing. */
  onDone?: () => void
}>

/** Asks once before one change, and says why it failed. Load it lazily, render it while it is open. */
export function ConfirmChange({ change, invalidates, onClose, onDone, ...question }: Props) {
  const { mutate, isPending, error } = useChange(invalidates)
  return (
    <ConfirmDialog
      {...question}
      isBusy={isPending}
      onConfirm={() => mutate(change, { onSuccess: onDone ?? onClose })}
      onCancel={onClose}
    >
      {error && <FormError title={change.failed} error={error} />}
    </ConfirmDialog>
  )
}
