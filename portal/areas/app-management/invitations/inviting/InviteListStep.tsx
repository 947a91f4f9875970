import { Field, makeStyles, Select, Textarea, tokens } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '../../../../../client/api-error.ts'
import { MOST_INVITED, readInvitationList } from '../../../../../client/invitation-list.ts'
import { DialogForm } from '../../../../ui/dialog/FormDialog.tsx'
import { focusOnMount } from '../../../../ui/dialog/focus-on-mount.ts'
import { InviteListLines, type LineResult } from './InviteListLines.tsx'
import type { InviteProps } from './invite-props.ts'

const useStyles = makeStyles({
  text: { fontFamily: tokens.fontFamilyMonospace },
})

type State = 'editing' | 'sending' | 'done'
type Props<Role extends string> = Omit<InviteProps<Role>, 'copy'> &
  /** Nobody leaves in the middle of it. */
  Readonly<{ onBusy: (isBusy: boolean) => void }>

/** The people of a list, each invited as if alone; what came of it is told for each. */
export function InviteListStep<Role extends string>(props: Props<Role>) {
  const { title, roles, defaultRole, invalidates, send, onClose } = props
  const queryClient = useQueryClient()
  const [text, setText] = useState('')
  const [usual, setUsual] = useState(defaultRole)
  const [results, setResults] = useState<ReadonlyMap<number, LineResult>>(new Map())
  const [state, setState] = useState<State>('editing')
  const { people, faults } = readInvitationList(text, roles, usual)

  async function invite(): Promise<void> {
    setState('sending')
    props.onBusy(true)
    for (const { line, email, role } of people) {
      const result = await send(email, role).catch((error: unknown) => {
        if (error instanceof ApiError) return error
        throw error
      })
      setResults((before) => new Map(before).set(line, result))
    }
    await Promise.all(invalidates.map((shown) => queryClient.invalidateQueries(shown)))
    setState('done')
    props.onBusy(false)
  }
  const submit = () => {
    if (state === 'done') return onClose()
    if (state === 'editing' && people.length > 0 && faults.length === 0) void invite()
  }
  return (
    <DialogForm
      title={title}
      action={actionOf(state, people.length)}
      failed="The people were not invited."
      error={undefined}
      isBusy={
        state === 'sending' || (state === 'editing' && (people.length === 0 || faults.length > 0))
      }
      staysWhileBusy={state === 'sending'}
      isDone={state === 'done'}
      onSubmit={submit}
      onClose={onClose}
    >
      {state === 'editing' && (
        <ListFields roles={roles} text={text} usual={usual} onText={setText} onUsual={setUsual} />
      )}
      <InviteListLines people={people} faults={faults} results={results} />
    </DialogForm>
  )
}

function actionOf(state: State, count: number): string {
  if (state === 'done') return 'Close'
  if (state === 'sending') return 'Inviting'
  return count === 1 ? 'Invite 1 person' : `Invite ${count} people`
}

type FieldProps<Role extends string> = Readonly<{
  roles: readonly Role[]
  text: string
  usual: Role
  onText: (text: string) => void
  onUsual: (role: Role) => void
}>

function ListFields<Role extends string>(props: FieldProps<Role>) {
  const { roles, text, usual, onText, onUsual } = props
  const styles = useStyles()
  return (
    <>
      <Field
        label="People"
        hint={`Enter one person per line: e-mail address, role. The role is optional. You can invite at most ${MOST_INVITED} people.`}
      >
        <Textarea
          ref={focusOnMount}
          className={styles.text}
          rows={6}
          value={text}
          placeholder={`ada@example.com,${roles[0]}`}
          onChange={(_event, { value }) => onText(value)}
        />
      </Field>
      <Field label="Or a CSV file">
        {(field) => (
          <input
            {...field}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={async ({ currentTarget: { files } }) =>
              onText((await files?.[0]?.text()) ?? '')
            }
          />
        )}
      </Field>
      <Field label="Role for lines without one">
        <Select
          value={usual}
          onChange={(_event, { value }) => onUsual(roles.find((role) => role === value) ?? usual)}
        >
          {roles.map((role) => (
            <option key={role}>{role}</option>
          ))}
        </Select>
      </Field>
    </>
  )
}
