import { ApiError } from './api-error.ts'
import type { components } from './generated/app-management.ts'

type ApiToken = components['schemas']['ApiToken']

const DAY_MS = 86_400_000

/** For how many days such a token is valid. Null: without a wish, also where as many are not allowed any more. */
export function daysOf({
  created_at,
  expires_at,
  exceeds_limit,
}: Pick<ApiToken, 'created_at' | 'expires_at' | 'exceeds_limit'>): number | null {
  if (expires_at === null || exceeds_limit) return null
  return Math.max(1, Math.round((Date.parse(expires_at) - Date.parse(created_at)) / DAY_MS))
}

export const isTokenLimit = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 409

/** The refusal, with the token to revoke first. `replaced` is needed until its replacement is stored. */
export function withFirstToRevoke(
  { status, code, message, requestId }: ApiError,
  own: readonly ApiToken[],
  replaced: ApiToken | undefined,
): ApiError {
  const [first] = own
    .filter(({ id }) => id !== replaced?.id)
    .toSorted((one, other) => lastNeed(one) - lastNeed(other))
  const advice = first ? ` ${toAdvice(first)}` : ''
  return new ApiError(status, code, `${message}${advice}`, requestId)
}

function toAdvice(first: ApiToken): string {
  const name = first.description.trim() || 'Unnamed token'
  return `Revoke “${name}” (${first.id}) first; it was ${lastUseOf(first)}.`
}

/** An expired token is needed by nobody. */
function lastNeed({ created_at, expires_at, last_used_at }: ApiToken): number {
  const isOver = expires_at !== null && Date.parse(expires_at) <= Date.now()
  return isOver ? 0 : Date.parse(last_used_at ?? created_at)
}

/** When a token was last used, as the rest of a sentence. */
export function lastUseOf({ last_used_at, last_used_from }: ApiToken): string {
  if (last_used_at === null) return 'never used'
  return `last used at ${last_used_at}${last_used_from === null ? '' : ` from ${last_used_from}`}`
}
