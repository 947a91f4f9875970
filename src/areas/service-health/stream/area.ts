import type { Db } from '../../../platform/db/connect.ts'
import type { EventOptions } from '../events/rules.ts'
import { rights } from '../rules.ts'
import { eventFeed } from './feed.ts'

/** What `/live/v1` offers of this area. */
export const eventStream = (deps: EventOptions & Readonly<{ db: Db }>) =>
  ({
    path: 'events',
    operationId: 'streamEvents',
    summary: 'Follow the events that affect a subscription',
    description:
      'Server-sent events, one for each revision of an event that affects the subscription, in the order of their commits: `event` with the event as `listEvents` returns it, `removed` with its `trackingId` when it no longer affects the subscription. `start` comes first and `end` last; after `reset`, load the list again. A line with a colon is sent every 15 seconds.',
    right: 'read events',
    roles: rights['read events'],
    feed: eventFeed(deps),
  }) as const
