import {
  Button,
  Field,
  Input,
  makeStyles,
  Radio,
  RadioGroup,
  Textarea,
  tokens,
} from '@fluentui/react-components'
import { useState } from 'react'
import { formatAmount } from '../../../areas/quota/quota-api.ts'
import type { Decision, Waiting } from '../queries.ts'
import { MAX_REASON } from '../several/SeveralDialog.tsx'
import { findProblems, type Kind, type Problems, type Typed, toDecision } from './decision.ts'

const useStyles = makeStyles({
  form: {
    display: 'grid',
    gap: tokens.spacingVerticalM,
    width: '100%',
    maxWidth: '40rem',
  },
  button: { justifySelf: 'start' },
})

type Props = Readonly<{
  waiting: Waiting
  isBusy: boolean
  onDecide: (decision: Decision) => void
}>

export function DecideForm({ waiting, isBusy, onDecide }: Props) {
  const styles = useStyles()
  const { requestedLimit, unit } = waiting
  const [typed, setTyped] = useState<Typed>({ kind: 'approve', limit: '', reason: '' })
  const [problems, setProblems] = useState<Problems>({})
  const change = (changed: Partial<Typed>) => {
    setTyped({ ...typed, ...changed })
    setProblems({})
  }
  const submit = () => {
    const found = findProblems(typed, requestedLimit)
    setProblems(found)
    if (Object.keys(found).length === 0 && !isBusy) onDecide(toDecision(typed))
  }
  return (
    <form
      className={styles.form}
      noValidate
      autoComplete="off"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Field label="Decision" required>
        <RadioGroup
          value={typed.kind}
          onChange={(_event, { value }) => change({ kind: value as Kind })}
        >
          <Radio value="approve" label={`Approve ${formatAmount(requestedLimit, unit)}`} />
          <Radio value="lower" label="Approve a lower limit" />
          <Radio value="deny" label="Deny" />
        </RadioGroup>
      </Field>
      {typed.kind === 'lower' && (
        <Field
          label="Limit"
          required
          {...(problems.limit && { validationMessage: problems.limit })}
        >
          <Input
            inputMode="numeric"
            value={typed.limit}
            onChange={(_event, { value }) => change({ limit: value })}
          />
        </Field>
      )}
      <Field
        label="Reason"
        required
        hint="Shown to the requester."
        {...(problems.reason && { validationMessage: problems.reason })}
      >
        <Textarea
          value={typed.reason}
          maxLength={MAX_REASON}
          onChange={(_event, { value }) => change({ reason: value })}
        />
      </Field>
      <Button
        type="submit"
        appearance="primary"
        className={styles.button}
        disabledFocusable={isBusy}
      >
        {typed.kind === 'deny' ? 'Deny request' : 'Approve request'}
      </Button>
    </form>
  )
}
