import { createShare } from '../../../platform/concurrency/share-start.ts'
import type { Db } from '../../../platform/db/connect.ts'
import {
  type Feed,
  type Page,
  READ_LIMITS,
  READS_AT_ONCE,
} from '../../../platform/http/streams/feed.ts'
import { toDetails } from '../requests/routes.ts'
import { QUOTA_TOPIC } from '../rules.ts'
import * as store from './store.ts'

/** A request can have 100 sub-requests, which are about 60 kB. */
const PAGE_SIZE = 10

/** A request is told as it is when it is read: of several changes since the last time, the last one counts. */
export function quotaFeed({
  db,
  vendorNamespace,
}: Readonly<{ db: Db; vendorNamespace: string }>): Feed {
  async function read(subscriptionId: string, position: number): Promise<Page> {
    const rows = await store.listRequestsAfter(db, subscriptionId, position, PAGE_SIZE + 1)
    const items = rows.slice(0, PAGE_SIZE).map((row) => ({
      position: row.position,
      event: 'quotaRequest',
      data: JSON.stringify(toDetails(row, subscriptionId, vendorNamespace)),
    }))
    const hasMore = rows.length > PAGE_SIZE
    return { items, position: items.at(-1)?.position ?? position, hasMore }
  }
  const share = createShare<Page>(READS_AT_ONCE, READ_LIMITS)
  return {
    name: QUOTA_TOPIC,
    findPositions: (subscriptionIds) => store.listPositions(db, subscriptionIds),
    readAfter: (subscriptionId, position) =>
      share(`${subscriptionId} ${position}`, () => read(subscriptionId, position)),
  }
}
