import { Button, useAnnounce, useRestoreFocusTarget } from '@fluentui/react-components'
import { useState } from 'react'
import { FormError } from '../../../../ui/form/FormError.tsx'
import { PERMISSION_NOTICE_ID } from '../../../../ui/form/PermissionNotice.tsx'
import { OnceValue } from '../../../../ui/show-once/once-value.ts'
import { addSecret } from '../queries.ts'

type Props = Readonly<{
  name: string
  subscription: string
  mayChange: boolean
  /** What shows it. Loaded before the secret is there: one whose dialog cannot be fetched would be lost. */
  loadDialog: () => Promise<unknown>
  onAdded: (value: OnceValue) => void
}>

/** No mutation of the query library: that would keep the answer, and the secret in it. */
export function AddSecret({ name, subscription, mayChange, loadDialog, onAdded }: Props) {
  const { announce } = useAnnounce()
  const restoreFocus = useRestoreFocusTarget()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const add = async () => {
    setBusy(true)
    setError(undefined)
    try {
      await loadDialog()
      onAdded(new OnceValue(await addSecret({ subscriptionId: subscription, name })))
      announce(`Second secret of ${name} added`)
    } catch (thrown) {
      setError(thrown as Error)
    }
    setBusy(false)
  }
  return (
    <>
      {error && <FormError title="No secret was added." error={error} />}
      <Button
        {...restoreFocus}
        disabledFocusable={!mayChange || isBusy}
        {...(!mayChange && { 'aria-describedby': PERMISSION_NOTICE_ID })}
        onClick={add}
      >
        Add a second secret
      </Button>
    </>
  )
}
