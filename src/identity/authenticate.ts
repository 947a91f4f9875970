import type { FastifyRequest } from 'fastify'
import { parseToken } from '../directory/api-token.ts'
import type { Caller } from '../directory/caller.ts'
import type { SharedReads } from '../platform/db/shared-read.ts'
import { openAddresses } from '../platform/http/limits/anonymous-limit.ts'
import { tooManyRequests } from '../platform/http/limits/rate-limit.ts'
import type { Bucket } from '../platform/settings/server.ts'
import type { ProductClock, RealClock } from '../platform/time.ts'
import {
  accountDisabled,
  orgTokensOff,
  tokenExpired,
  tokenMalformed,
  tokenMissing,
  tokenRevoked,
  tokenUnknown,
} from './errors.ts'
import type { LastUsed } from './last-used.ts'
import { judgeToken, type TokenFault } from './rules.ts'
import { findTokens, type TokenRow } from './store.ts'

/**
 * API token → caller. The token is read with every request, by a statement that begins after the
 * request arrived: no cache, so a revoked token is refused from the moment its revocation commits.
 */
export function authenticateByApiToken(
  reads: SharedReads,
  lastUsed: LastUsed,
  { productTime, realTime }: { productTime: ProductClock; realTime: RealClock },
  { orgTokens, anonymousLimit }: { orgTokens: boolean; anonymousLimit: Bucket },
) {
  const findToken = reads.define(findTokens)
  const strangers = openAddresses(anonymousLimit, realTime)

  return (request: FastifyRequest): Promise<Caller> => {
    const value = request.raw.headers['x-api-token']
    if (value === undefined) return Promise.reject(tokenMissing())
    const parsed = parseToken(String(value))
    if (!parsed) return Promise.reject(tokenMalformed())
    if (parsed.kind === 'org' && !orgTokens) return Promise.reject(orgTokensOff())
    const now = productTime()
    const admit = (row: TokenRow | undefined) => {
      const verdict = judgeToken(row, now)
      if ('fault' in verdict) {
        // A good token costs the address nothing, however many callers share it.
        const seconds = verdict.fault === 'unknown' ? strangers.charge(request.ip) : 0
        throw seconds > 0
          ? tooManyRequests('unknown API tokens', anonymousLimit, seconds)
          : toRefusal(verdict)
      }
      lastUsed.note(verdict.token, now, request.ip)
      return verdict
    }
    return findToken(parsed).then(admit)
  }
}

function toRefusal(verdict: TokenFault) {
  switch (verdict.fault) {
    case 'unknown':
      return tokenUnknown()
    case 'revoked':
      return tokenRevoked(verdict.at)
    case 'expired':
      return tokenExpired(verdict.at)
    case 'account-disabled':
      return accountDisabled()
  }
}
