import { useAnnounce } from '@fluentui/react-components'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { OnceValue } from '../../../../ui/show-once/once-value.ts'
import type { ApiToken, CreateTokenInput, TokenApi } from '../queries.ts'

type TokenCreation = Readonly<{
  create: (input: CreateTokenInput) => Promise<void>
  isBusy: boolean
  error: Error | undefined
}>

/** No mutation of the query library: that would keep the answer, and the value in it. */
export function useCreateToken(
  tokenApi: TokenApi,
  onCreated: (token: ApiToken, value: OnceValue) => void,
): TokenCreation {
  const queryClient = useQueryClient()
  const { announce } = useAnnounce()
  // A form that is sent again after no answer arrived leaves one token, not two.
  const requestId = useRef(crypto.randomUUID())
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<Error>()
  const create = async (input: CreateTokenInput) => {
    setBusy(true)
    setError(undefined)
    try {
      const { api_token, ...token } = await tokenApi.create(input, requestId.current)
      queryClient.setQueryData(tokenApi.list.queryKey, (tokens) => tokens && [...tokens, token])
      announce(`Token ${token.description} created`)
      onCreated(token, new OnceValue(api_token))
      void queryClient.invalidateQueries({ queryKey: tokenApi.list.queryKey })
    } catch (thrown) {
      setError(thrown as Error)
      setBusy(false)
    }
  }
  return { create, isBusy, error }
}
