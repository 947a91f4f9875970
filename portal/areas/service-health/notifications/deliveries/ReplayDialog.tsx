import { useState } from 'react'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { toInstant, toLocalTime } from '../../../../ui/form/local-time.ts'
import { TimeField } from '../../../../ui/form/TimeField.tsx'
import { readSpan, type Span, type SpanProblems } from './replay-span.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

type Props = Readonly<{ onReplay: (span: Span) => void; onClose: () => void }>

/** Which span of time is sent again: at first the last day. */
export function ReplayDialog({ onReplay, onClose }: Props) {
  const [from, setFrom] = useState(() => toLocalTime(new Date(Date.now() - DAY_MS)))
  // A field has no seconds: what was just created belongs to it too.
  const [to, setTo] = useState(() => toLocalTime(new Date(Date.now() + MINUTE_MS)))
  const [problems, setProblems] = useState<SpanProblems>({})
  const submit = () => {
    const read = readSpan(toInstant(from), toInstant(to))
    if ('span' in read) onReplay(read.span)
    else setProblems(read.problems)
  }
  return (
    <FormDialog
      title="Send deliveries again"
      action="Send again"
      failed=""
      error={undefined}
      isBusy={false}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        All deliveries from this period are sent again in the same order and with the same ids, even
        if the destination already accepted them. Tests are not sent again.
      </p>
      <TimeField label="From" value={from} onType={setFrom} problem={problems.from} />
      <TimeField label="To" value={to} onType={setTo} problem={problems.to} />
    </FormDialog>
  )
}
