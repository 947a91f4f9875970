import { useAnnounce } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { OnceValue } from '../../../../ui/show-once/once-value.ts'
import type { ApiToken, TokenApi } from '../queries.ts'
import { nameOf } from '../words.ts'

type Rotation = Readonly<{
  /** `minutes`: how long the previous value stays valid. */
  rotate: (minutes: number) => Promise<void>
  isBusy: boolean
  error: Error | undefined
}>

/** No mutation of the query library: that would keep the answer, and the value in it. */
export function useRotateToken(
  tokenApi: TokenApi,
  token: ApiToken,
  onRotated: (value: OnceValue, previousEnd: string | null) => void,
): Rotation {
  const queryClient = useQueryClient()
  const { announce } = useAnnounce()
  // A form that is sent again after no answer arrived leaves the value in use as the previous one.
  const requestId = useRef(crypto.randomUUID())
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const rotate = async (minutes: number) => {
    setBusy(true)
    setError(undefined)
    try {
      const rotated = await tokenApi.rotate(token.id, minutes, requestId.current)
      announce(`Token ${nameOf(token)} rotated`)
      onRotated(new OnceValue(rotated.api_token), rotated.previous_expires_at)
      void queryClient.invalidateQueries({ queryKey: tokenApi.list.queryKey })
    } catch (thrown) {
      setError(thrown as Error)
      setBusy(false)
    }
  }
  return { rotate, isBusy, error }
}
