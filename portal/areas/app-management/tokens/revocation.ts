import { ApiError } from '../../../../client/api-error.ts'
import type { ApiToken } from '../queries-tokens.ts'

export type Failure = Readonly<{ token: ApiToken; error: Error }>
export type Revocation = Readonly<{ revoked: readonly ApiToken[]; failures: readonly Failure[] }>

/** So many are under way at once: quicker than one by one, and no flood. */
const LANES = 4

type Steps = Readonly<{
  revoke: (token: ApiToken) => Promise<unknown>
  onProgress: (done: number) => void
  isStopped: () => boolean
}>

/** One request for each token. A failure does not keep the others from being tried. */
export async function revokeEach(
  tokens: readonly ApiToken[],
  { revoke, onProgress, isStopped }: Steps,
): Promise<Revocation> {
  const waiting = tokens.values()
  const revoked: ApiToken[] = []
  const failures: Failure[] = []
  const workLane = async () => {
    for (const token of waiting) {
      if (isStopped()) return
      const error = await revoke(token).then(() => undefined, toFailure)
      if (error) failures.push({ token, error })
      else revoked.push(token)
      onProgress(revoked.length + failures.length)
    }
  }
  await Promise.all(Array.from({ length: LANES }, workLane))
  return { revoked, failures }
}

/** What is gone already, by somebody else's hand or as a descendant, is what was asked for. */
function toFailure(error: Error): Error | undefined {
  return error instanceof ApiError && error.status === 404 ? undefined : error
}
