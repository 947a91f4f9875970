import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { takeFrom } from '../../platform/http/limits/rate-limit.ts'
import type { RealClock } from '../../platform/time.ts'
import type { IdentityConfig } from '../settings.ts'

/**
 * Whoever is signed in pays with their account instead of their address: as many requests to the
 * sign-in as `RATE_LIMITS` allows writes. A request that names an account twice pays once.
 */
export function limitAccounts({ rateLimits }: IdentityConfig, realTime: RealClock) {
  if (!rateLimits) return () => undefined
  const { burst, perSecond } = rateLimits.writes
  const take = takeFrom(rateLimits.writes)
  const charged = new WeakSet<object>()
  return (ctx: KoaContextWithOIDC, accountId: string): void => {
    if (charged.has(ctx)) return
    charged.add(ctx)
    const { waitSeconds } = take(accountId, realTime().getTime())
    if (waitSeconds === 0) return
    ctx.set('retry-after', String(waitSeconds))
    const why = `This account has exceeded the rate limit for sign-in: a burst of ${burst}, then ${perSecond} per second. Wait ${waitSeconds} s and try again.`
    throw Object.assign(new errors.TemporarilyUnavailable(why), { status: 429, statusCode: 429 })
  }
}

/** A redirect back to the client says so too, and proves nothing that would lift the address' limit. */
export const isRefusedForNow = ({ response }: KoaContextWithOIDC) =>
  Boolean(response.get('retry-after'))
