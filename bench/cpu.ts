import { benchEvents } from './events.ts'
import { benchQuota } from './quota.ts'
import type { Size } from './size.ts'
import { benchTokens } from './tokens.ts'

const ROUNDS = 7

/** What one request of each important kind costs: the baseline by which changes are judged. */
export async function benchCpu(size: Size): Promise<void> {
  const alone = { ...size, rounds: ROUNDS, onlyCpu: true }
  await benchTokens(alone)
  await benchQuota(alone)
  await benchEvents(alone)
  console.log('PASS bench cpu')
}
