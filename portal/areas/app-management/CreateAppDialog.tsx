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
  makeStyles,
  Select,
  tokens,
  useAnnounce,
} from '@fluentui/react-components'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { newAppOsValues, newAppPlatformValues } from '../../../client/generated/app-management.ts'
import { FormProblem } from '../../ui/FormProblem.tsx'
import {
  type App,
  appLists,
  appsQuery,
  createApp,
  type NewApp,
  organizationsQuery,
  userQuery,
} from './queries.ts'

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gap: tokens.spacingVerticalL,
    paddingBottom: tokens.spacingVerticalL,
  },
})

/** The owner that means oneself; no organization can be called so. */
const MYSELF = ''

type Props = Readonly<{
  /** The organization chosen to begin with. */
  owner?: string
  onClose: () => void
}>

export function CreateAppDialog({ owner = MYSELF, onClose }: Props) {
  const styles = useStyles()
  const { mutate, isPending, error } = useCreateApp(onClose)
  const [isNameMissing, setNameMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wish = readForm(new FormData(event.currentTarget))
    setNameMissing(wish.app.display_name === '')
    if (wish.app.display_name !== '' && !isPending) mutate(wish)
  }
  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface>
        <form onSubmit={submit} noValidate>
          <DialogBody>
            <DialogTitle>Create app</DialogTitle>
            <DialogContent className={styles.fields}>
              {error && <FormProblem title="The app was not created" error={error} />}
              <Field
                label="Display name"
                required
                hint="The name in addresses is made from it."
                {...(isNameMissing && { validationMessage: 'Say what the app is called.' })}
              >
                <Input name="display_name" maxLength={256} autoComplete="off" />
              </Field>
              <Choice label="OS" name="os" values={newAppOsValues} />
              <Choice label="Platform" name="platform" values={newAppPlatformValues} />
              <OwnerField owner={owner} />
            </DialogContent>
            <DialogActions>
              <Button onClick={onClose}>Cancel</Button>
              <Button type="submit" appearance="primary" disabledFocusable={isPending}>
                Create app
              </Button>
            </DialogActions>
          </DialogBody>
        </form>
      </DialogSurface>
    </Dialog>
  )
}

type Wish = Readonly<{ app: NewApp; organization: string | undefined }>

function readForm(form: FormData): Wish {
  const owner = String(form.get('owner') ?? MYSELF)
  return {
    app: {
      display_name: String(form.get('display_name')).trim(),
      os: form.get('os') as NewApp['os'],
      platform: form.get('platform') as NewApp['platform'],
    },
    organization: owner === MYSELF ? undefined : owner,
  }
}

function useCreateApp(onDone: () => void) {
  const queryClient = useQueryClient()
  const { announce } = useAnnounce()
  return useMutation({
    mutationFn: ({ app, organization }: Wish) => createApp(app, organization),
    onSuccess(created) {
      queryClient.setQueryData(appsQuery.queryKey, (apps: App[] = []) => [...apps, created])
      announce(`App ${created.display_name} created`)
      onDone()
      return Promise.all(appLists.map((shown) => queryClient.invalidateQueries(shown)))
    },
  })
}

type ChoiceProps = Readonly<{ label: string; name: string; values: readonly string[] }>

function Choice({ label, name, values }: ChoiceProps) {
  return (
    <Field label={label} required>
      <Select name={name}>
        {values.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </Select>
    </Field>
  )
}

function OwnerField({ owner }: Readonly<{ owner: string }>) {
  const { data: user } = useQuery(userQuery)
  const { data: organizations = [] } = useQuery(organizationsQuery)
  const [chosen, setChosen] = useState(owner)
  return (
    <Field label="Owner" required>
      <Select name="owner" value={chosen} onChange={(_event, { value }) => setChosen(value)}>
        <option value={MYSELF}>{user ? `${user.display_name} (you)` : 'You'}</option>
        {organizations.map(({ name, display_name }) => (
          <option key={name} value={name}>
            {display_name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
