import { Field, Input, Select, useAnnounce } from '@fluentui/react-components'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  newAppOsValues,
  newAppPlatformValues,
} from '../../../../client/generated/app-management.ts'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { userQuery } from '../account/queries.ts'
import { organizationsQuery } from '../organizations/queries.ts'
import { type App, appLists, appsQuery, createApp, type NewApp } from './queries.ts'

/** The owner that means oneself; no organization can be called so. */
const SIGNED_IN_USER = ''

type Props = Readonly<{
  /** The organization chosen to begin with. */
  owner?: string
  onClose: () => void
}>

export function CreateAppDialog({ owner = SIGNED_IN_USER, onClose }: Props) {
  const { mutate, isPending, error } = useCreateApp(onClose)
  const [isNameMissing, setNameMissing] = useState(false)
  const submit = (element: HTMLFormElement) => {
    const input = parseForm(new FormData(element))
    setNameMissing(input.app.display_name === '')
    if (input.app.display_name !== '' && !isPending) mutate(input)
  }
  return (
    <FormDialog
      title="Create app"
      action="Create app"
      failed="The app was not created."
      error={error}
      isBusy={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label="Display name"
        required
        hint="The name in the app’s URL is generated from the display name."
        {...(isNameMissing && { validationMessage: 'Enter a display name.' })}
      >
        <Input name="display_name" maxLength={256} />
      </Field>
      <Choice label="OS" name="os" values={newAppOsValues} />
      <Choice label="Platform" name="platform" values={newAppPlatformValues} />
      <OwnerField owner={owner} />
    </FormDialog>
  )
}

type CreateAppInput = Readonly<{ app: NewApp; organization: string | undefined }>

function parseForm(form: FormData): CreateAppInput {
  const owner = String(form.get('owner') ?? SIGNED_IN_USER)
  return {
    app: {
      display_name: String(form.get('display_name')).trim(),
      os: form.get('os') as NewApp['os'],
      platform: form.get('platform') as NewApp['platform'],
    },
    organization: owner === SIGNED_IN_USER ? undefined : owner,
  }
}

function useCreateApp(onDone: () => void) {
  const queryClient = useQueryClient()
  const { announce } = useAnnounce()
  return useMutation({
    mutationFn: ({ app, organization }: CreateAppInput) => createApp(app, organization),
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
        <option value={SIGNED_IN_USER}>{user ? `${user.display_name} (you)` : 'You'}</option>
        {organizations.map(({ name, display_name }) => (
          <option key={name} value={name}>
            {display_name}
          </option>
        ))}
      </Select>
    </Field>
  )
}
