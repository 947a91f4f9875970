import { Field, Input, MessageBar, MessageBarBody } from '@fluentui/react-components'
import { useState } from 'react'
import { daysOf } from '../../../../../client/replacement.ts'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import type { OnceValue } from '../../../../ui/show-once/once-value.ts'
import type { Access, ApiToken, CreateTokenInput, TokenApi } from '../queries.ts'
import type { TokenRights } from '../token-rights.ts'
import { nameOf } from '../words.ts'
import { AccessField } from './AccessField.tsx'
import { ExpiryField } from './ExpiryField.tsx'
import { parseExpiry } from './expiry.ts'
import { useCreateToken } from './useCreateToken.ts'

type Props = Readonly<{
  tokenApi: TokenApi
  rights: TokenRights
  /** The form starts with what this one has; it stays as it is. */
  replaced?: ApiToken
  onCreated: (token: ApiToken, value: OnceValue) => void
  onClose: () => void
}>

export function CreateTokenDialog({ tokenApi, rights, replaced, onCreated, onClose }: Props) {
  const [problems, setProblems] = useState<Problems>({})
  const { create, isBusy, error } = useCreateToken(tokenApi, onCreated)
  const submit = (form: HTMLFormElement) => {
    const { input, problems: found } = parseForm(new FormData(form), new Date())
    setProblems(found)
    if (input && !isBusy) void create(input)
    else focusFirst(form, found)
  }
  return (
    <FormDialog
      title={replaced ? `Replace ${nameOf(replaced)}` : 'Create API token'}
      action="Create API token"
      failed="The token was not created."
      error={error}
      isBusy={isBusy}
      // Its value is on the way then: nobody leaves without having seen it.
      staysWhileBusy
      onSubmit={submit}
      onClose={onClose}
    >
      {replaced ? (
        <p style={{ margin: 0 }}>
          This creates a new token. The old one works until you revoke it, which you can do next.
        </p>
      ) : (
        tokenApi.kind === 'user' && <Advice />
      )}
      <Field
        label="Name"
        required
        hint="The script or job that will use the token, for example “Nightly deployment”."
        {...(problems.name && { validationMessage: problems.name })}
      >
        <Input name="name" maxLength={1024} defaultValue={replaced?.description ?? ''} />
      </Field>
      <AccessField
        kind={tokenApi.kind}
        rights={rights}
        first={replaced?.scope[0]}
        problem={problems.access}
      />
      <ExpiryField days={replaced ? daysOf(replaced) : null} problem={problems.expiry} />
    </FormDialog>
  )
}

function Advice() {
  return (
    <MessageBar intent="info" layout="multiline">
      <MessageBarBody>
        A user token can access every app and organization that you can access. If you need access
        to only one app, create an app token instead: open the app and select API tokens. If an app
        token leaks, only that app is at risk.
      </MessageBarBody>
    </MessageBar>
  )
}

type Problems = { name?: string; access?: string; expiry?: string }

function parseForm(form: FormData, now: Date): { input?: CreateTokenInput; problems: Problems } {
  const name = String(form.get('name')).trim()
  const access = form.get('access') as Access | null
  const expiry = parseExpiry(String(form.get('expiry')), String(form.get('day') ?? ''), now)
  const problems = {
    ...(name === '' && { name: 'Enter a name for the token.' }),
    ...(access === null && { access: 'Select an access type.' }),
    ...('problem' in expiry && { expiry: expiry.problem }),
  }
  if (name === '' || access === null || 'problem' in expiry) return { problems }
  const expires_at = expiry.at?.toISOString() ?? null
  return { problems, input: { description: name, scope: [access], expires_at } }
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
