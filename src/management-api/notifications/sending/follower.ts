import type { Follower } from '../../../platform/followers.ts'
import { DELIVERIES_TOPIC } from '../rules.ts'
import { openSender, type SenderDeps } from './sender.ts'

const POLL_EVERY_MS = 500

export function deliveryFollower(deps: SenderDeps): Follower {
  const sender = openSender(deps)
  return {
    name: 'deliveries',
    topics: [DELIVERIES_TOPIC],
    everyMs: POLL_EVERY_MS,
    run: sender.sendDue,
    stop: sender.stop,
  }
}
