import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  Field,
  Input,
  MessageBar,
  MessageBarBody,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { type FormEvent, useState } from 'react'
import { FormProblem } from '../../../ui/FormProblem.tsx'
import type { Access, ApiToken, TokenFamily, TokenWish } from '../queries-tokens.ts'
import { AccessField } from './AccessField.tsx'
import { ExpiryField } from './ExpiryField.tsx'
import { readExpiry } from './expiry.ts'
import type { TokenRights } from './token-rights.ts'
import type { TokenValue } from './token-value.ts'
import { useCreateToken } from './useCreateToken.ts'

const useStyles = makeStyles({
  fields: { display: 'grid', gap: tokens.spacingVerticalL, paddingBottom: tokens.spacingVerticalL },
})

type Props = Readonly<{
  family: TokenFamily
  rights: TokenRights
  onCreated: (token: ApiToken, value: TokenValue) => void
  onClose: () => void
}>

export function CreateTokenDialog({ family, rights, onCreated, onClose }: Props) {
  const styles = useStyles()
  const [problems, setProblems] = useState<Problems>({})
  const { create, isBusy, error } = useCreateToken(family, onCreated)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { wish, problems: found } = readForm(new FormData(event.currentTarget), new Date())
    setProblems(found)
    if (wish && !isBusy) void create(wish)
    else focusFirst(event.currentTarget, found)
  }
  // While a token is being made its value is on the way: nobody leaves without having seen it.
  const close = () => !isBusy && onClose()
  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && close()}>
      <DialogSurface>
        <form onSubmit={submit} noValidate autoComplete="off">
          <DialogBody>
            <DialogTitle>Create API token</DialogTitle>
            <DialogContent className={styles.fields}>
              {error && <FormProblem title="The token was not created" error={error} />}
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
            </DialogContent>
            <DialogActions>
              <Button disabledFocusable={isBusy} onClick={close}>
                Cancel
              </Button>
              <Button type="submit" appearance="primary" disabledFocusable={isBusy}>
                Create API token
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
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
