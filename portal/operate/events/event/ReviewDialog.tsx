import { Field, Radio, RadioGroup } from '@fluentui/react-components'
import { useState } from 'react'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { TextField } from '../form-fields.tsx'
import type { ReviewStage } from '../queries.ts'
import type { DialogProps } from './ReviseDialog.tsx'

const MISSING = 'Enter the text of the review.'

/** The review becomes the description of the event. */
export function ReviewDialog({ published, isBusy, error, onRevise, onClose }: DialogProps) {
  const { eventTags = [] } = published.event.properties
  const hasFinal = eventTags.includes('Final PIR')
  const hasAny = hasFinal || eventTags.includes('Preliminary PIR')
  const [stage, setStage] = useState<ReviewStage>(hasAny ? 'final' : 'preliminary')
  const [text, setText] = useState('')
  const [isTried, setTried] = useState(false)
  const isMissing = text.trim() === ''
  const submit = () => {
    setTried(true)
    if (isBusy || isMissing) return
    const failed = 'The review was not attached.'
    onRevise(
      ['reviews', { stage, description: text.trim() }],
      `Attached the ${stage} review`,
      failed,
    )
  }
  return (
    <FormDialog
      title="Attach a review"
      action={`Attach ${stage} review`}
      failed="The review was not attached."
      error={error}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Stage"
        {...(hasFinal && {
          hint: 'The event already has a final review. A new one will replace it.',
        })}
      >
        <RadioGroup
          value={stage}
          onChange={(_event, { value }) => setStage(value === 'final' ? 'final' : 'preliminary')}
        >
          <Radio value="preliminary" label="Preliminary" disabled={hasFinal} />
          <Radio value="final" label="Final" />
        </RadioGroup>
      </Field>
      <TextField
        label="Review"
        rows={6}
        isRequired
        maxLength={100_000}
        hint="The review replaces the description of the event."
        problem={isTried && isMissing ? MISSING : undefined}
        value={text}
        onType={setText}
      />
    </FormDialog>
  )
}
