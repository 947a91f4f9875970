import { useState } from 'react'
import type { ServiceRegion } from '../../../areas/service-health/events/event-summary.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { toInstant } from '../../../ui/form/local-time.ts'
import { TimeField } from '../../../ui/form/TimeField.tsx'
import { TextField } from '../form-fields.tsx'
import type { OperatorEvent, Revising } from '../queries.ts'
import { WhereField } from './WhereField.tsx'
import { ALL_WORDS, describeWhere, listWhere, toWhere, type WhereAction } from './where.ts'

export type DialogProps = Readonly<{
  published: OperatorEvent
  isBusy: boolean
  error: Error | null
  /** `done` and `failed`: what the page says afterwards. */
  onRevise: (revising: Revising, done: string, failed: string) => void
  onClose: () => void
}>

type Words = Readonly<{ title: string; verb: string; done: string; failed: string }>

const WORDS: Readonly<Record<WhereAction, Words>> = {
  updates: {
    title: 'Post an update',
    verb: 'Post update for',
    done: 'Posted an update for',
    failed: 'The update was not posted.',
  },
  resolve: {
    title: 'Resolve the event',
    verb: 'Resolve',
    done: 'Resolved',
    failed: 'The event was not resolved.',
  },
  reopen: {
    title: 'Reopen the event',
    verb: 'Reopen',
    done: 'Reopened',
    failed: 'The event was not reopened.',
  },
}

const MISSING = 'Enter the text of the update.'
const REPLACES = 'No region is chosen, so this text replaces the summary of the event.'

/** The server keeps updates per region. */
const hasNoRegion = (meant: readonly ServiceRegion[]) =>
  meant.every(({ region }) => region === undefined)

/** Says something of an event in some or all of its regions, and may resolve or reopen it there. */
export function ReviseDialog({
  action,
  ...props
}: DialogProps & Readonly<{ action: WhereAction }>) {
  const { published, isBusy, error, onRevise, onClose } = props
  const words = WORDS[action]
  const all = listWhere(action, published)
  const [chosen, setChosen] = useState<readonly ServiceRegion[]>()
  const [text, setText] = useState('')
  const [end, setEnd] = useState('')
  const [isTried, setTried] = useState(false)
  const isMissing = action === 'updates' && text.trim() === ''
  const where = describeWhere(action, all, chosen)
  const submit = () => {
    setTried(true)
    if (isBusy || isMissing || chosen?.length === 0) return
    onRevise(
      toRevising(action, {
        text: text.trim(),
        where: toWhere(published, all, chosen),
        end: toInstant(end),
      }),
      `${words.done} ${where}`,
      words.failed,
    )
  }
  return (
    <FormDialog
      title={words.title}
      action={chosen?.length === 0 ? 'Choose where' : `${words.verb} ${where}`}
      failed={words.failed}
      error={error}
      isBusy={isBusy || chosen?.length === 0}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Update"
        hint={hasNoRegion(chosen ?? all) ? REPLACES : undefined}
        rows={4}
        maxLength={20_000}
        isRequired={action === 'updates'}
        problem={isTried && isMissing ? MISSING : undefined}
        value={text}
        onType={setText}
      />
      <WhereField all={all} allLabel={ALL_WORDS[action][0]} chosen={chosen} onChange={setChosen} />
      {action === 'resolve' && (
        <TimeField
          label="End"
          hint="Leave this field empty if the event has just ended."
          value={end}
          onType={setEnd}
        />
      )}
    </FormDialog>
  )
}

type Typed = Readonly<{
  text: string
  where: ReturnType<typeof toWhere>
  end: string | undefined
}>

function toRevising(action: WhereAction, { text, where, end }: Typed): Revising {
  const body = { ...(text && { summary: text }), ...(where && { where }) }
  return action === 'resolve'
    ? [action, { ...body, ...(end && { impactMitigationTime: end }) }]
    : [action, body]
}
