import { Button, makeStyles, tokens } from '@fluentui/react-components'
import { AddRegular } from '@fluentui/react-icons'
import { useState } from 'react'
import { FormError } from '../../../ui/form/FormError.tsx'
import type { Limit } from '../quota-api.ts'
import { RequestRowFields } from './RequestRowFields.tsx'
import { isSendable, MAX_ROWS, nextRow, type RequestRow, toInputs } from './request-rows.ts'
import { usePreflight } from './usePreflight.ts'
import { useSend } from './useSend.ts'

const useStyles = makeStyles({
  form: { display: 'grid', gap: tokens.spacingVerticalM },
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
  },
})

type Props = Readonly<{
  limits: readonly Limit[]
  subscription: string
  /** What the form begins with; later it is what was typed. */
  start: readonly RequestRow[]
}>

export function RequestForm({ limits, subscription, start }: Props) {
  const styles = useStyles()
  const [rows, setRows] = useState(start)
  const inputs = toInputs(rows)
  const { prediction, error } = usePreflight(subscription, inputs)
  const send = useSend(subscription)
  const change = (key: number, changed: Partial<RequestRow>) =>
    setRows((before) => before.map((row) => (row.key === key ? { ...row, ...changed } : row)))
  const canSend = inputs !== undefined && prediction !== undefined && isSendable(prediction)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSend && !send.isPending) send.mutate(inputs)
      }}
    >
      {error && <FormError title="The limits were not checked." error={error} />}
      {send.error && <FormError title="The request was not sent." error={send.error} />}
      <div>
        {rows.map((row, n) => (
          <RequestRowFields
            key={row.key}
            row={row}
            number={n + 1}
            limits={limits}
            prediction={prediction?.[n]}
            subscription={subscription}
            onChange={(changed) => change(row.key, changed)}
            onRemove={
              rows.length > 1
                ? () => setRows((before) => before.filter(({ key }) => key !== row.key))
                : undefined
            }
          />
        ))}
      </div>
      <div className={styles.actions}>
        <Button
          icon={<AddRegular />}
          disabled={rows.length >= MAX_ROWS}
          onClick={() => setRows((before) => [...before, nextRow(before)])}
        >
          Add a limit
        </Button>
        <Button
          appearance="primary"
          type="submit"
          disabled={!canSend}
          disabledFocusable={send.isPending}
        >
          {rows.length === 1 ? 'Send the request' : `Request ${rows.length} limits`}
        </Button>
        {!canSend && !error && (
          <Hint isComplete={inputs !== undefined} isChecked={prediction !== undefined} />
        )}
      </div>
    </form>
  )
}

type HintProps = Readonly<{ isComplete: boolean; isChecked: boolean }>

/** Why the button cannot be pressed. */
function Hint({ isComplete, isChecked }: HintProps) {
  if (!isComplete) return <span>Complete every row to see the outcome.</span>
  return isChecked ? (
    <span>Change or remove the limits that would not be granted.</span>
  ) : (
    <span>Checking the outcome.</span>
  )
}
