import { Field, Input, MessageBar, MessageBarBody } from '@fluentui/react-components'
import { useState } from 'react'
import { FormDialog } from '../../../ui/FormDialog.tsx'
import type { Access, ApiToken, TokenFamily, TokenWish } from '../queries-tokens.ts'
import { AccessField } from './AccessField.tsx'
import { ExpiryField } from './ExpiryField.tsx'
import { readExpiry } from './expiry.ts'
import type { TokenRights } from './token-rights.ts'
import type { TokenValue } from './token-value.ts'
import { useCreateToken } from './useCreateToken.ts'

type Props = Readonly<{
  family: TokenFamily
  rights: TokenRights
  onCreated: (token: ApiToken, value: TokenValue) => void
  onClose: () => void
}>

export function CreateTokenDialog({ family, rights, onCreated, onClose }: Props) {
  const [problems, setProblems] = useState<Problems>({})
  const { create, isBusy, error } = useCreateToken(family, onCreated)
  const submit = (form: HTMLFormElement) => {
    const { wish, problems: found } = readForm(new FormData(form), new Date())
    setProblems(found)
    if (wish && !isBusy) void create(wish)
    else focusFirst(form, found)
  }
  return (
    <FormDialog
      title="Create API token"
      action="Create API token"
      failed="The token was not created"
      error={error}
      isBusy={isBusy}
      // Its value is on the way then: nobody leaves without having seen it.
      staysWhileBusy
      onSubmit={submit}
      onClose={onClose}
    >
      {family.kind === 'user' && <Advice />}
      <Field
        label="Name"
        required
        hint="What will use it, such as the job that deploys."
        {...(problems.name && { validationMessage: problems.name })}
      >
        <Input name="name" maxLength={1024} />
      </Field>
      <AccessField kind={family.kind} rights={rights} problem={problems.access} />
      <ExpiryField problem={problems.expiry} />
    </FormDialog>
  )
}

function Advice() {
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>
        An app token is enough where only one app is meant, and puts only that app at risk: create
        it on the app’s own page, under API tokens. A user token reaches every app and organization
        you can reach.
      </MessageBarBody>
    </MessageBar>
  )
}

type Problems = { name?: string; access?: string; expiry?: string }

function readForm(form: FormData, now: Date): { wish?: TokenWish; problems: Problems } {
  const name = String(form.get('name')).trim()
  const access = form.get('access') as Access | null
  const expiry = readExpiry(String(form.get('expiry')), String(form.get('day') ?? ''), now)
  const problems = {
    ...(name === '' && { name: 'Say what the token is for.' }),
    ...(access === null && { access: 'Choose what the token may do.' }),
    ...('problem' in expiry && { expiry: expiry.problem }),
  }
  if (name === '' || access === null || 'problem' in expiry) return { problems }
  const expires_at = expiry.at?.toISOString() ?? null
  return { problems, wish: { description: name, scope: [access], expires_at } }
}

const FIELDS = [
  ['name', '[name="name"]'],
  ['access', '[name="access"]:enabled'],
  ['expiry', '[name="day"]'],
] as const

function focusFirst(form: HTMLFormElement, problems: Problems): void {
  const first = FIELDS.find(([key]) => problems[key])
  if (first) form.querySelector<HTMLElement>(first[1])?.focus()
}
