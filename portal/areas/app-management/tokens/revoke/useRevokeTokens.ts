import { useAnnounce } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { ApiToken, TokenApi } from '../queries.ts'
import { countTokens } from '../words.ts'
import { type Failure, type Revocation, revokeEach } from './revocation.ts'

type Revoking = Readonly<{
  start: (withDescendants: boolean) => Promise<void>
  /** What is under way is waited for; nothing more is sent. */
  stop: () => void
  /** How many, while it is under way. */
  done: number | undefined
  failures: readonly Failure[]
  /** All that were chosen; after a try, those it failed on. */
  remaining: readonly ApiToken[]
}>

export function useRevokeTokens(
  tokenApi: TokenApi,
  chosen: readonly ApiToken[],
  onDone: () => void,
): Revoking {
  const [done, setDone] = useState<number>()
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const isStopped = useRef(false)
  const finish = useFinish(tokenApi)
  useEffect(
    () => () => {
      isStopped.current = true
    },
    [],
  )
  const remaining = failures.length > 0 ? failures.map(({ token }) => token) : chosen
  const start = async (withDescendants: boolean) => {
    isStopped.current = false
    setDone(0)
    const result = await revokeEach(remaining, {
      revoke: ({ id }) => tokenApi.revoke(id, withDescendants),
      onProgress: setDone,
      isStopped: () => isStopped.current,
    })
    finish(result)
    setDone(undefined)
    setFailures(result.failures)
    if (result.failures.length === 0) onDone()
  }
  const stop = () => {
    isStopped.current = true
  }
  return { start, stop, done, failures, remaining }
}

/** The list loses what is revoked at once, and is then asked for again: descendants may have gone too. */
function useFinish(tokenApi: TokenApi) {
  const queryClient = useQueryClient()
  const { announce } = useAnnounce()
  return ({ revoked, failures }: Revocation) => {
    const gone = new Set(revoked.map(({ id }) => id))
    const { queryKey } = tokenApi.list
    queryClient.setQueryData(queryKey, (tokens) => tokens?.filter(({ id }) => !gone.has(id)))
    void queryClient.invalidateQueries({ queryKey })
    announce(`${countTokens(revoked.length)} revoked`)
    if (failures.length > 0) return
    // The button that led here went with the selection.
    document.querySelector('h1')?.focus()
  }
}
