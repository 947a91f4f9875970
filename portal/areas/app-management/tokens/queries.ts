import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../../client/api-client.ts'
import type { components } from '../../../../client/generated/app-management.ts'
import { appManagement } from '../../../api.ts'

export type ApiToken = components['schemas']['ApiToken']
/** `all` is Full access, `viewer` is Read-only. */
export type Access = ApiToken['scope'][number]
export type CreateTokenInput = Readonly<{
  description: string
  scope: [Access]
  expires_at: string | null
}>

const listOf = (home: readonly string[], ask: (signal: AbortSignal) => Promise<ApiToken[]>) =>
  queryOptions({
    queryKey: [...home, 'tokens'],
    queryFn: ({ signal }) => ask(signal),
  })

/** Tokens of a user, an app or an organization: the same operations, in three places. */
export type TokenApi = Readonly<{
  kind: ApiToken['kind']
  list: ReturnType<typeof listOf>
  /** Asked again under the same request id, the server revokes what the first try may have made. */
  create: (
    input: CreateTokenInput,
    requestId: string,
  ) => Promise<components['schemas']['CreatedApiToken']>
  revoke: (id: string, withDescendants: boolean) => Promise<unknown>
}>

const named = (requestId: string) => ({ headers: { 'x-ms-client-request-id': requestId } })

export const userTokens: TokenApi = {
  kind: 'user',
  list: listOf(['user'], (signal) => dataOf(appManagement.GET('/v0.1/api_tokens', { signal }))),
  create: (body, requestId) =>
    dataOf(appManagement.POST('/v0.1/api_tokens', { body, ...named(requestId) })),
  revoke: (id, descendants) =>
    appManagement.DELETE('/v0.1/api_tokens/{api_token_id}', {
      params: { path: { api_token_id: id }, query: { descendants } },
    }),
}

export function appTokens(owner: string, app: string): TokenApi {
  const path = { owner_name: owner, app_name: app }
  const address = '/v0.1/apps/{owner_name}/{app_name}/api_tokens'
  return {
    kind: 'app',
    list: listOf(['apps', owner, app], (signal) =>
      dataOf(appManagement.GET(address, { params: { path }, signal })),
    ),
    create: (body, requestId) =>
      dataOf(appManagement.POST(address, { params: { path }, body, ...named(requestId) })),
    revoke: (id, descendants) =>
      appManagement.DELETE(`${address}/{api_token_id}`, {
        params: { path: { ...path, api_token_id: id }, query: { descendants } },
      }),
  }
}

export function orgTokens(org: string): TokenApi {
  const path = { org_name: org }
  const address = '/v0.1/orgs/{org_name}/api_tokens'
  return {
    kind: 'org',
    list: listOf(['organizations', org], (signal) =>
      dataOf(appManagement.GET(address, { params: { path }, signal })),
    ),
    create: (body, requestId) =>
      dataOf(appManagement.POST(address, { params: { path }, body, ...named(requestId) })),
    revoke: (id, descendants) =>
      appManagement.DELETE(`${address}/{api_token_id}`, {
        params: { path: { ...path, api_token_id: id }, query: { descendants } },
      }),
  }
}
