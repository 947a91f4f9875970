import { useAnnounce } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ApiToken, TokenFamily, TokenWish } from '../queries-tokens.ts'
import { TokenValue } from './token-value.ts'

type Creation = Readonly<{
  create: (wish: TokenWish) => Promise<void>
  isBusy: boolean
  error: Error | undefined
}>

/** No mutation of the query library: that would keep the answer, and the value in it. */
export function useCreateToken(
  family: TokenFamily,
  onCreated: (token: ApiToken, value: TokenValue) => void,
): Creation {
  const queryClient = useQueryClient()
  const { announce } = useAnnounce()
  // A form that is sent again after no answer arrived leaves one token, not two.
  const requestId = useRef(crypto.randomUUID())
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const create = async (wish: TokenWish) => {
    setBusy(true)
    setError(undefined)
    try {
      const { api_token, ...token } = await family.create(wish, requestId.current)
      queryClient.setQueryData(family.list.queryKey, (tokens) => tokens && [...tokens, token])
      announce(`Token ${token.description} created`)
      onCreated(token, new TokenValue(api_token))
      void queryClient.invalidateQueries({ queryKey: family.list.queryKey })
    } catch (thrown) {
      setError(thrown as Error)
      setBusy(false)
    }
  }
  return { create, isBusy, error }
}
