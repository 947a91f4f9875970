import { useState } from 'react'
import { ModalDialog } from '../../../../ui/dialog/ModalDialog.tsx'
import { InviteListStep } from './InviteListStep.tsx'
import { InviteStep } from './InviteStep.tsx'
import type { InviteProps } from './invite-props.ts'
import { LinkStep } from './LinkDialog.tsx'

type Step = 'one' | 'list' | Readonly<{ email: string; isMailed: boolean }>

/** One person and then a link for them, or a list of people. */
export function InvitePeople<Role extends string>(props: InviteProps<Role>) {
  const { copy, onClose } = props
  const [step, setStep] = useState<Step>('one')
  const [isBusy, setBusy] = useState(false)
  const close = () => !isBusy && onClose()
  return (
    <ModalDialog onClose={close}>
      {step === 'one' && (
        <InviteStep {...props} onInvited={setStep} onList={() => setStep('list')} />
      )}
      {step === 'list' && <InviteListStep {...props} onBusy={setBusy} />}
      {typeof step === 'object' && (
        <LinkStep {...step} copy={() => copy(step.email)} onClose={onClose} />
      )}
    </ModalDialog>
  )
}
