import { useState } from 'react'
import { FormDialog } from '../../ui/dialog/FormDialog.tsx'
import { useChange } from '../../ui/form/useChange.ts'
import { operator } from '../client.ts'
import { PrincipalField } from '../subscriptions/PrincipalField.tsx'
import { findPrincipal, type PrincipalInput } from '../subscriptions/principals.ts'

const FAILED = 'The person was not made an operator.'

export function PromoteDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const { mutate, isPending, error } = useChange([{ queryKey: ['first steps'] }])
  const [input, setInput] = useState<PrincipalInput>({ kind: 'account', text: '' })
  const [isMissing, setMissing] = useState(false)
  const name = input.text.trim()
  const submit = () => {
    setMissing(name === '')
    if (name === '' || isPending) return
    const change = {
      async run() {
        const params = { path: { account_id: await findPrincipal(input) } }
        await operator.PATCH('/operator/v1/accounts/{account_id}', {
          params,
          body: { is_operator: true },
        })
      },
      done: `${name} is now an operator`,
      failed: FAILED,
    }
    mutate(change, { onSuccess: onClose })
  }
  return (
    <FormDialog
      title="Make somebody an operator"
      action="Make operator"
      failed={FAILED}
      error={error}
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <PrincipalField input={input} onChange={setInput} isMissing={isMissing} />
      <div>
        Operators can change everything in this installation. They need a second factor, which they
        set up at the next sign-in.
      </div>
    </FormDialog>
  )
}
