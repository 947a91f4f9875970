import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userQuery } from '../../../areas/app-management/account/queries.ts'
import { type Draft, newDraft } from './draft.ts'

const KEY = 'binnacle.event-draft'

type Stored = Readonly<{ owner: string; draft: Draft }>

function findStored(owner: string): Draft | undefined {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return undefined
  const stored = JSON.parse(text) as Stored
  return stored.owner === owner ? stored.draft : undefined
}

export const forgetDraft = (): void => sessionStorage.removeItem(KEY)

/** The draft of this person in this tab: a reload, or a sign-in that was due, does not lose it. */
export function useDraft(now: Date, isDrill: boolean) {
  const owner = useQuery(userQuery).data?.id ?? ''
  const [draft, setDraft] = useState(() => {
    const found = findStored(owner) ?? newDraft(now)
    return isDrill ? { ...found, audience: 'subscriptions' as const, isDrill } : found
  })
  return {
    draft,
    change(changed: Partial<Draft>) {
      const next = { ...draft, ...changed }
      setDraft(next)
      sessionStorage.setItem(KEY, JSON.stringify({ owner, draft: next } satisfies Stored))
    },
    clear() {
      setDraft(newDraft(new Date()))
      forgetDraft()
    },
  }
}
