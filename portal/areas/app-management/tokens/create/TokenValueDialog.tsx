import { useMemo } from 'react'
import type { OnceValue } from '../../../../ui/show-once/once-value.ts'
import { ShowOnceDialog } from '../../../../ui/show-once/ShowOnceDialog.tsx'

type Props = Readonly<{
  title: string
  value: OnceValue
  onClose: () => void
}>

const NOTES = [
  'Store the value in a password manager or in the secrets of your build system. Do not put it in source code.',
  'After you close this dialog, the value cannot be shown or generated again. If you lose it, create a new token.',
]

/** Shows a token value this once. */
export function TokenValueDialog({ title, value, onClose }: Props) {
  const values = useMemo(() => [{ label: 'Token value', what: 'token value', value }], [value])
  return (
    <ShowOnceDialog
      title={title}
      values={values}
      notes={NOTES}
      notCopied="You have not copied the token value."
      onClose={onClose}
    />
  )
}
