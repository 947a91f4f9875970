import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../../client/api-client.ts'
import { ApiError } from '../../../../client/api-error.ts'
import { appManagement } from '../../../api.ts'
import type { ApiToken } from '../tokens/queries.ts'

/** `app`: the display name of its app, in a list of tokens of several apps. */
export type CreatedToken = ApiToken & Readonly<{ app?: string }>

/** `isComplete`: every app was checked. */
export type CreatedTokens = Readonly<{ tokens: readonly CreatedToken[]; isComplete: boolean }>

/** One request per app; more would make the dialog slow to open. */
export const MAX_APPS = 50

const createdTokensQuery = (
  home: readonly string[],
  ask: (signal: AbortSignal) => Promise<CreatedTokens>,
) =>
  queryOptions({
    queryKey: [...home, 'created-tokens'],
    queryFn: ({ signal }) => ask(signal),
  })

export type CreatedTokensQuery = ReturnType<typeof createdTokensQuery>

const listOfApp = (owner: string, app: string, signal: AbortSignal) =>
  dataOf(
    appManagement.GET('/v0.1/apps/{owner_name}/{app_name}/api_tokens', {
      params: { path: { owner_name: owner, app_name: app } },
      signal,
    }),
  )

export const tokensCreatedOnApp = (owner: string, app: string): CreatedTokensQuery =>
  createdTokensQuery(['apps', owner, app], async (signal) => ({
    tokens: await listOfApp(owner, app, signal),
    isComplete: true,
  }))

/** For admins: tokens of the organization and of each of its apps. */
export const tokensCreatedInOrg = (org: string): CreatedTokensQuery =>
  createdTokensQuery(['organizations', org], async (signal) => {
    const params = { path: { org_name: org } }
    const apps = await dataOf(appManagement.GET('/v0.1/orgs/{org_name}/apps', { params, signal }))
    const [ofOrg, ...ofApps] = await Promise.all([
      dataOf(appManagement.GET('/v0.1/orgs/{org_name}/api_tokens', { params, signal })).catch(
        noneIfTurnedOff,
      ),
      ...apps.slice(0, MAX_APPS).map(async ({ name, display_name }) => {
        const tokens = await listOfApp(org, name, signal)
        return tokens.map((token) => ({ ...token, app: display_name }))
      }),
    ])
    return { tokens: [...ofOrg, ...ofApps.flat()], isComplete: apps.length <= MAX_APPS }
  })

/** The API answers 404 where organization tokens are turned off. */
function noneIfTurnedOff(error: unknown): ApiToken[] {
  if (error instanceof ApiError && error.status === 404) return []
  throw error
}
