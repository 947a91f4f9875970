import type { Bucket } from '../../settings/server.ts'
import type { RealClock } from '../../time.ts'
import { networksOf } from './networks.ts'
import { rememberLevels, tokensAt } from './rate-limit.ts'

const NETWORK_FACTOR = 10

/**
 * For who has proven nothing yet. A request is charged before anything is read for it; who then proves
 * a session, a secret or a code gets it back. What carries such a thing has a second, smaller bucket,
 * so that strangers at the same address cannot keep it from being looked at.
 */
export function makeAnonymousLimit(bucket: Bucket, realTime: RealClock) {
  const all = openAddresses(bucket, realTime)
  const spare = openAddresses(
    { burst: bucket.burst / 10, perSecond: bucket.perSecond / 6 },
    realTime,
  )
  return {
    /** How many seconds to wait; 0 when the request may go on, and is charged. */
    charge(address: string, carriesProof: boolean): number {
      const seconds = all.charge(address)
      return seconds > 0 && carriesProof ? spare.charge(address) : seconds
    },
    /** To the second first: nobody notes which of the two was charged, and the sum is right. */
    giveBack(address: string): void {
      if (!spare.giveBack(address)) all.giveBack(address)
    },
  }
}

/** Token buckets per address and per network. */
export function openAddresses(bucket: Bucket, realTime: RealClock) {
  const burst = bucket.burst * NETWORK_FACTOR
  const network: Bucket = { burst, perSecond: bucket.perSecond * NETWORK_FACTOR }
  const findAddress = rememberLevels(bucket)
  const findNetwork = rememberLevels(network)

  /** Both levels as they are at this moment. */
  function read(address: string) {
    const nowMs = realTime().getTime()
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
    /** False when nothing was missing. */
    giveBack(address: string): boolean {
      const lacking = read(address).filter(({ level, of }) => level.tokens < of.burst)
      for (const { level, of } of lacking) level.tokens = Math.min(of.burst, level.tokens + 1)
      return lacking.length > 0
    },
  }
}

export type AnonymousLimit = ReturnType<typeof makeAnonymousLimit>
