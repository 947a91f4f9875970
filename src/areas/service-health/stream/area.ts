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
      'Sends a server-sent event for each revision of an event that affects the subscription, in the order of the commits. `event` contains the event as `listEvents` returns it. `removed` contains the `trackingId` of an event that no longer affects the subscription. `start` is sent first and `end` last. After `reset`, load the list again. A comment line is sent every 15 seconds.',
    right: 'read events',
    roles: rights['read events'],
    feed: eventFeed(deps),
  }) as const
