import { Button, Field, Input, makeStyles, tokens, useAnnounce } from '@fluentui/react-components'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { CopyableText } from '../../ui/CopyableText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { renameUser, type UserProfile, userQuery } from './queries.ts'

const useStyles = makeStyles({
  form: {
    display: 'grid',
    justifyItems: 'start',
    gap: tokens.spacingVerticalM,
    marginTop: tokens.spacingVerticalXXL,
  },
})

export function AccountPage() {
  const query = useQuery(userQuery)
  return (
    <>
      <PageHeader title="Account settings" />
      <Loaded query={query} what="account">
        {(user) => (
          <>
            <FactList facts={factsOf(user)} />
            <DisplayNameForm user={user} />
          </>
        )}
      </Loaded>
    </>
  )
}

const factsOf = (user: UserProfile): readonly [string, React.ReactNode][] => [
  ['E-mail', user.email],
  ['Name in addresses', <CopyableText key="name" value={user.name} what="name" />],
  ['Account id', <CopyableText key="id" value={user.id} what="account id" />],
]

function DisplayNameForm({ user }: Readonly<{ user: UserProfile }>) {
  const styles = useStyles()
  const queryClient = useQueryClient()
  const { announce } = useAnnounce()
  const [name, setName] = useState(user.display_name)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: renameUser,
    onSuccess(changed) {
      queryClient.setQueryData(userQuery.queryKey, changed)
      announce('Display name saved')
    },
  })
  const wanted = name.trim()
  const isNew = wanted !== '' && wanted !== user.display_name
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isNew && !isPending) mutate(wanted)
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      {error && <ErrorState title="The display name was not saved" error={error} />}
      <Field
        label="Display name"
        hint="What others see beside your apps."
        {...(isSuccess &&
          !isNew && { validationState: 'success' as const, validationMessage: 'Saved' })}
      >
        <Input value={name} maxLength={256} onChange={(_event, { value }) => setName(value)} />
      </Field>
      <Button type="submit" appearance="primary" disabledFocusable={!isNew || isPending}>
        Save display name
      </Button>
    </form>
  )
}
