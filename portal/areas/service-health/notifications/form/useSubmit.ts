import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notificationKeys } from '../queries.ts'
import { focusFirst, type Problems, problemsOf } from './field-problems.ts'

type Submit = Readonly<{
  problems: Problems
  /** What is about no field. */
  error: Error | undefined
  isBusy: boolean
  /** Sends, unless there are problems already. */
  submit: (form: HTMLFormElement, found: Problems, send: () => Promise<void>) => Promise<void>
}>

/** No mutation of the query library: that would keep the answer, and a secret in it. */
export function useSubmit(subscription: string): Submit {
  const queryClient = useQueryClient()
  const [problems, setProblems] = useState<Problems>({})
  const [error, setError] = useState<Error>()
  const [isBusy, setBusy] = useState(false)
  const refuse = (form: HTMLFormElement, found: Problems) => {
    setProblems(found)
    // After the fields have been enabled again.
    requestAnimationFrame(() => focusFirst(form, found))
  }
  const submit: Submit['submit'] = async (form, found, send) => {
    if (isBusy) return
    setError(undefined)
    refuse(form, found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await send()
      void queryClient.invalidateQueries({ queryKey: notificationKeys.all(subscription) })
    } catch (thrown) {
      const refused = problemsOf(thrown as Error)
      if (Object.keys(refused).length > 0) refuse(form, refused)
      else setError(thrown as Error)
      setBusy(false)
    }
  }
  return { problems, error, isBusy, submit }
}
