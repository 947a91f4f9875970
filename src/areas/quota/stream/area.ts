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
      'Sends server-sent events in the order of the commits. `quotaRequest` contains a request that was created or has changed, as `getQuotaRequest` returns it. If several changes were committed since the last frame, only the latest is sent. `start` is sent first and `end` last. After `reset`, load the list again. A comment line is sent every 15 seconds.',
    right: 'read quota',
    roles: rights['read quota'],
    feed: quotaFeed(deps),
  }) as const
