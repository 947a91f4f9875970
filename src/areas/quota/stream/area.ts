import type { Db } from '../../../platform/db/connect.ts'
import { rights } from '../rules.ts'
import { quotaFeed } from './feed.ts'

/** What `/live/v1` offers of this area. */
export const quotaStream = (deps: Readonly<{ db: Db; vendorNamespace: string }>) =>
  ({
    path: 'quota',
    operationId: 'streamQuotaRequests',
    summary: 'Follow the quota requests of a subscription',
    description:
      'Server-sent events, in the order of the commits: `quotaRequest` with a request that was made or has changed, as `getQuotaRequest` returns it. Of several changes that were committed since the last frame, the latest is sent. `start` comes first and `end` last; after `reset`, load the list again. A line with a colon is sent every 15 seconds.',
    right: 'read quota',
    roles: rights['read quota'],
    feed: quotaFeed(deps),
  }) as const
