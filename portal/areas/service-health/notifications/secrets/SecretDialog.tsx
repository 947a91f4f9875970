import { useMemo } from 'react'
import type { OnceValue } from '../../../../ui/show-once/once-value.ts'
import { ShowOnceDialog } from '../../../../ui/show-once/ShowOnceDialog.tsx'

type Props = Readonly<{ title: string; value: OnceValue; onClose: () => void }>

const NOTES = [
  'Messages are signed with this secret, and the receiver needs it to verify them. Store it in a password manager or a secret store.',
  'After you close this dialog, the secret cannot be shown again. If you lose it, add a second secret and delete the previous one.',
]

export function SecretDialog({ title, value, onClose }: Props) {
  const values = useMemo(() => [{ label: 'Secret', what: 'secret', value }], [value])
  return (
    <ShowOnceDialog
      title={title}
      values={values}
      notes={NOTES}
      notCopied="You have not copied the secret."
      onClose={onClose}
    />
  )
}
