import { Field, makeStyles, ProgressBar, Textarea, tokens } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { CHANGED, type GivenUp, type Waiting } from '../queries.ts'
import { countRequests, keyOf, nameOf } from '../words.ts'
import { type Outcome, runEach } from './run-each.ts'

const useStyles = makeStyles({
  list: { margin: 0, paddingLeft: tokens.spacingHorizontalXL, overflowWrap: 'anywhere' },
})

export const MAX_REASON = 500

type Props<Row> = Readonly<{
  rows: readonly Row[]
  /** The title and the button, as in "Approve 3 requests". */
  what: string
  /** As in "Approved", of a row that worked. */
  done: string
  /** With it there is a field for a reason. */
  reasonHint?: string
  run: (row: Row, reason: string) => Promise<unknown>
  onClose: () => void
}>

/** Does the same to several rows, and then shows what became of each. Load it lazily. */
export function SeveralDialog<Row extends Waiting | GivenUp>(props: Props<Row>) {
  const { rows, what, done, reasonHint, run, onClose } = props
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [progress, setProgress] = useState<number>()
  const [outcomes, setOutcomes] = useState<readonly Outcome<Row>[]>()
  const start = async () => {
    if (reasonHint !== undefined && reason.trim() === '') return setIsMissing(true)
    setProgress(0)
    setOutcomes(await runEach(rows, (row) => run(row, reason.trim()), setProgress))
    setProgress(undefined)
    await Promise.all(CHANGED.map((shown) => client.invalidateQueries(shown)))
  }
  const isBusy = progress !== undefined
  return (
    <FormDialog
      title={outcomes ? `${what}: results` : what}
      action={outcomes ? 'Close' : what}
      failed=""
      error={undefined}
      isBusy={isBusy}
      staysWhileBusy
      isDone={outcomes !== undefined}
      onSubmit={() => {
        if (outcomes) close(onClose)
        else if (!isBusy) void start()
      }}
      onClose={() => close(onClose)}
    >
      {outcomes ? <Results outcomes={outcomes} done={done} /> : <Names rows={rows} />}
      {reasonHint !== undefined && !outcomes && (
        <Field
          label="Reason"
          required
          hint={reasonHint}
          {...(isMissing && { validationMessage: 'Enter a reason.' })}
        >
          <Textarea
            value={reason}
            maxLength={MAX_REASON}
            onChange={(_event, { value }) => {
              setReason(value)
              setIsMissing(false)
            }}
          />
        </Field>
      )}
      {isBusy && (
        <div role="status">
          {`Processed ${progress} of ${countRequests(rows.length)}`}
          <ProgressBar aria-label="Progress" value={progress} max={rows.length} />
        </div>
      )}
    </FormDialog>
  )
}

/** The button that led here may have gone with the selection. */
function close(onClose: () => void): void {
  onClose()
  document.querySelector('h1')?.focus()
}

const MAX_NAMES = 10

function Names<Row extends Waiting | GivenUp>({ rows }: Readonly<{ rows: readonly Row[] }>) {
  const rest = rows.length - MAX_NAMES
  return (
    <ul className={useStyles().list}>
      {rows.slice(0, MAX_NAMES).map((row) => (
        <li key={keyOf(row)}>{nameOf(row)}</li>
      ))}
      {rest > 0 && <li>{`and ${countRequests(rest)} more`}</li>}
    </ul>
  )
}

type ResultsProps<Row> = Readonly<{ outcomes: readonly Outcome<Row>[]; done: string }>

function Results<Row extends Waiting | GivenUp>({ outcomes, done }: ResultsProps<Row>) {
  const failed = outcomes.filter(({ error }) => error).length
  return (
    <div role="status">
      <p>{`${outcomes.length - failed} of ${countRequests(outcomes.length)}: ${done.toLowerCase()}.`}</p>
      <ul className={useStyles().list}>
        {outcomes.map(({ row, error }) => (
          <li key={keyOf(row)}>{`${nameOf(row)}: ${error ? error.message : `${done}.`}`}</li>
        ))}
      </ul>
    </div>
  )
}
