import { queryOptions } from '@tanstack/react-query'
import { dataOf } from '../../../client/api-client.ts'
import { ApiError } from '../../../client/api-error.ts'
import { appManagement } from '../../api.ts'
import type { ApiToken } from './queries-tokens.ts'

/** `app`: its name, where the tokens are of several. */
export type LeftToken = ApiToken & Readonly<{ app?: string }>

/** `isWhole`: every app was looked at. */
export type LeftTokens = Readonly<{ tokens: readonly LeftToken[]; isWhole: boolean }>

/** One request each: beyond it the question would be slow to come. */
export const MOST_APPS = 50

const leftQuery = (home: readonly string[], ask: (signal: AbortSignal) => Promise<LeftTokens>) =>
  queryOptions({
    queryKey: [...home, 'left-tokens'],
    queryFn: ({ signal }) => ask(signal),
  })

export type LeftTokensQuery = ReturnType<typeof leftQuery>

const listOfApp = (owner: string, app: string, signal: AbortSignal) =>
  dataOf(
    appManagement.GET('/v0.1/apps/{owner_name}/{app_name}/api_tokens', {
      params: { path: { owner_name: owner, app_name: app } },
      signal,
    }),
  )

export const tokensLeftOnApp = (owner: string, app: string): LeftTokensQuery =>
  leftQuery(['apps', owner, app], async (signal) => ({
    tokens: await listOfApp(owner, app, signal),
    isWhole: true,
  }))

/** For admins: what is made for an organization, and for each of its apps. */
export const tokensLeftInOrg = (org: string): LeftTokensQuery =>
  leftQuery(['organizations', org], async (signal) => {
    const params = { path: { org_name: org } }
    const apps = await dataOf(appManagement.GET('/v0.1/orgs/{org_name}/apps', { params, signal }))
    const [ofOrg, ...ofApps] = await Promise.all([
      dataOf(appManagement.GET('/v0.1/orgs/{org_name}/api_tokens', { params, signal })).catch(
        noneIfSwitchedOff,
      ),
      ...apps.slice(0, MOST_APPS).map(async ({ name, display_name }) => {
        const tokens = await listOfApp(org, name, signal)
        return tokens.map((token) => ({ ...token, app: display_name }))
      }),
    ])
    return { tokens: [...ofOrg, ...ofApps.flat()], isWhole: apps.length <= MOST_APPS }
  })

/** An installation without tokens of organizations has none of them. */
function noneIfSwitchedOff(error: unknown): ApiToken[] {
  if (error instanceof ApiError && error.status === 404) return []
  throw error
}
