import { ApiError } from '../../../../../client/api-error.ts'
import type { ApiToken } from '../queries.ts'

export type Failure = Readonly<{ token: ApiToken; error: Error }>
export type Revocation = Readonly<{ revoked: readonly ApiToken[]; failures: readonly Failure[] }>

/** Requests in flight at once: faster than one by one, without flooding the server. */
const CONCURRENCY = 4

type RevokeOptions = Readonly<{
  revoke: (token: ApiToken) => Promise<unknown>
  onProgress: (done: number) => void
  isStopped: () => boolean
}>

/** One request per token. A failure does not stop the other requests. */
export async function revokeEach(
  tokens: readonly ApiToken[],
  { revoke, onProgress, isStopped }: RevokeOptions,
): Promise<Revocation> {
  const waiting = tokens.values()
  const revoked: ApiToken[] = []
  const failures: Failure[] = []
  const revokeNext = async () => {
    for (const token of waiting) {
      if (isStopped()) return
      const error = await revoke(token).then(() => undefined, toFailure)
      if (error) failures.push({ token, error })
      else revoked.push(token)
      onProgress(revoked.length + failures.length)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, revokeNext))
  return { revoked, failures }
}

/** 404 counts as success: the token was already revoked, by someone else or as a descendant. */
function toFailure(error: Error): Error | undefined {
  return error instanceof ApiError && error.status === 404 ? undefined : error
}
