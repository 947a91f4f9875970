import type { Caller, TokenAccess } from '../../../directory/caller.ts'
import { type AppRank, appRoleOf, type ResolvedApp } from '../access.ts'
import type { TokenScope } from './store.ts'

/** Tokens one account may have created and not yet revoked. */
export const TOKENS_PER_ACCOUNT = 5000

/** So long after a creation, the same request under the same name is taken for its repeat. */
export const REPEAT_WINDOW_MS = 10 * 60_000

/** A developer may make Read-only tokens only; nobody is given less than they asked for in silence. */
export function mayCreateAppToken(rank: AppRank | undefined, access: TokenAccess): boolean {
  return access === 'viewer' || rank === 'manager' || rank === 'owner'
}

/** Managers see and revoke every token of the app, developers the ones they made. */
function seesEveryToken(rank: AppRank | undefined): boolean {
  return rank === 'manager' || rank === 'owner'
}

/** Which tokens of an app a caller lists and revokes. */
export function tokensInReach(caller: Caller, resolved: ResolvedApp): TokenScope {
  const ownOnly = caller.kind === 'user' && !seesEveryToken(appRoleOf(caller, resolved))
  return {
    homeId: resolved.ownerId,
    kind: 'app',
    appId: resolved.appId,
    ...(ownOnly && { createdBy: caller.account.id }),
  }
}

const UNNAMED_CLIENT = 'unnamed client'

/** The name and the access type of a new token are required; lists those that a body leaves out. */
export function listMissingFields(body: object): ('description' | 'scope')[] {
  const { description, scope } = body as { description?: unknown; scope?: unknown }
  const isBlank = typeof description === 'string' && description.trim() === ''
  return [
    ...(description === undefined || isBlank ? (['description'] as const) : []),
    ...(scope === undefined ? (['scope'] as const) : []),
  ]
}

/** A field that is null or an empty list says nothing, as one that is left out. */
export const dropEmptyFields = (body: object): object =>
  Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== null && [value].flat().length > 0),
  )

/** What the retired product made of such a request: Full access, under the name of the client. */
export function fillMissingFields(body: object, userAgent: string | undefined): object {
  const missing = listMissingFields(body)
  const [, client = UNNAMED_CLIENT] = userAgent?.match(/^([^\s/]{1,100})/) ?? []
  return {
    ...body,
    ...(missing.includes('description') && { description: client }),
    ...(missing.includes('scope') && { scope: ['all'] }),
  }
}
