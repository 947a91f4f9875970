import { useAnnounce } from '@fluentui/react-components'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isTokenLimit, withFirstToRevoke } from '../../../../../client/replacement.ts'
import { OnceValue } from '../../../../ui/show-once/once-value.ts'
import { userQuery } from '../../account/queries.ts'
import { type ApiToken, type CreateTokenInput, type TokenApi, userTokens } from '../queries.ts'

type TokenCreation = Readonly<{
  create: (input: CreateTokenInput) => Promise<void>
  isBusy: boolean
  error: Error | undefined
}>

/** No mutation of the query library: that would keep the answer, and the value in it. */
export function useCreateToken(
  tokenApi: TokenApi,
  onCreated: (token: ApiToken, value: OnceValue) => void,
  replaced: ApiToken | undefined,
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
      setError(
        isTokenLimit(thrown)
          ? withFirstToRevoke(thrown, await listOwn(queryClient, tokenApi), replaced)
          : (thrown as Error),
      )
      setBusy(false)
    }
  }
  return { create, isBusy, error }
}

/** Those that count for the person: in this list, and of the account. Nothing if they cannot be read. */
async function listOwn(queryClient: QueryClient, { list }: TokenApi): Promise<ApiToken[]> {
  try {
    const { name } = await queryClient.fetchQuery(userQuery)
    const listed = await queryClient.fetchQuery(list)
    const own = await queryClient.fetchQuery(userTokens.list)
    return [...listed.filter(({ created_by }) => created_by === name), ...own]
  } catch {
    return []
  }
}
