import type { Clock } from '../../platform/clock.ts'
import type { Bucket } from '../../platform/config.ts'
import { rememberLevels, tokensAt } from '../../platform/http/rate-limit.ts'
import { networksOf } from '../sign-in/rules.ts'

const NETWORK_FACTOR = 10

/**
 * Token buckets per address and per network for who has proven nothing yet. A request is charged
 * before anything is read for it; who then proves a session, a secret or a code gets it back.
 */
export function makeAnonymousLimit(bucket: Bucket, clock: Clock) {
  const burst = bucket.burst * NETWORK_FACTOR
  const network: Bucket = { burst, perSecond: bucket.perSecond * NETWORK_FACTOR }
  const findAddress = rememberLevels(bucket)
  const findNetwork = rememberLevels(network)

  /** Both levels as they are at this moment. */
  function read(address: string) {
    const nowMs = clock().getTime()
    const { near, far } = networksOf(address)
    const found = [
      { level: findAddress(near, nowMs), of: bucket },
      { level: findNetwork(far, nowMs), of: network },
    ]
    for (const { level, of } of found) {
      Object.assign(level, { tokens: tokensAt(level, of, nowMs), atMs: nowMs })
    }
    return found
  }

  return {
    /** How many seconds to wait; 0 when the request may go on, and is charged. */
    charge(address: string): number {
      const found = read(address)
      const waits = found.map(({ level: { tokens }, of }) =>
        tokens >= 1 ? 0 : (1 - tokens) / of.perSecond,
      )
      const seconds = Math.ceil(Math.max(...waits))
      if (seconds === 0) for (const { level } of found) level.tokens -= 1
      return seconds
    },
    giveBack(address: string): void {
      for (const { level, of } of read(address)) level.tokens = Math.min(of.burst, level.tokens + 1)
    },
  }
}

export type AnonymousLimit = ReturnType<typeof makeAnonymousLimit>
