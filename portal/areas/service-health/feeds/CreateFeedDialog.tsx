import { Field, Input, useAnnounce } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormDialog } from '../../../ui/dialog/FormDialog.tsx'
import { type CreatedFeed, createFeed, feedsQuery } from './queries.ts'

type Props = Readonly<{
  subscription: string
  onCreated: (feed: CreatedFeed) => void
  onClose: () => void
}>

/** No mutation of the query library: that would keep the answer, and the addresses in it. */
export function CreateFeedDialog({ subscription, onCreated, onClose }: Props) {
  const queryClient = useQueryClient()
  const { announce } = useAnnounce()
  const key = useRef(crypto.randomUUID())
  const [isBusy, setBusy] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const [error, setError] = useState<Error>()
  const create = async (form: HTMLFormElement) => {
    const description = String(new FormData(form).get('description')).trim()
    setMissing(description === '')
    if (description === '') return form.querySelector('input')?.focus()
    if (isBusy) return
    setBusy(true)
    setError(undefined)
    try {
      const feed = await createFeed(subscription, description, key.current)
      announce(`Feed ${feed.description} created`)
      onCreated(feed)
      void queryClient.invalidateQueries(feedsQuery(subscription))
    } catch (thrown) {
      setError(thrown as Error)
      setBusy(false)
    }
  }
  return (
    <FormDialog
      title="Create feed"
      action="Create feed"
      failed="The feed was not created."
      error={error}
      isBusy={isBusy}
      // Its addresses are on the way then: nobody leaves without having seen them.
      staysWhileBusy
      onSubmit={(form) => void create(form)}
      onClose={onClose}
    >
      <Field
        label="Description"
        required
        hint="Name the program that reads the feed, for example “Team calendar”. Create one feed for each program, so that you can revoke each feed separately."
        {...(isMissing && { validationMessage: 'Enter a description.' })}
      >
        <Input name="description" maxLength={200} />
      </Field>
    </FormDialog>
  )
}
