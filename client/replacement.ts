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

/** When a token was last used, as the rest of a sentence. */
export function lastUseOf({ last_used_at, last_used_from }: ApiToken): string {
  if (last_used_at === null) return 'never used'
  return `last used at ${last_used_at}${last_used_from === null ? '' : ` from ${last_used_from}`}`
}
