import {
  NO_EVENT,
  type NoticeSource,
} from '../../../management-api/notifications/sending/notice.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { toDetails } from '../requests/routes.ts'
import { isOpen } from '../requests/rules.ts'
import {
  type Crossing,
  detailsOfRequest,
  detailsOfUsage,
  titleOfRequest,
  titleOfUsage,
} from './rules.ts'
import * as store from './store.ts'

type Deps = Readonly<{ db: Db; vendorNamespace: string }>

/** What is sent of a request that has ended, as `getQuotaRequest` returns it, and of usage near its limit. */
export function quotaNotices({ db, vendorNamespace }: Deps): NoticeSource {
  return async (subscriptionId) =>
    async ({ kind, subject, content }) => {
      if (kind === 'quota-usage') {
        // It is as `noteCrossings` has written it.
        const crossing = content as Crossing
        return {
          ...NO_EVENT,
          at: new Date(crossing.reportedAt),
          title: titleOfUsage(crossing),
          details: detailsOfUsage(crossing),
          data: JSON.stringify(crossing),
        }
      }
      const row = subject === null ? undefined : await store.findEnded(db, subscriptionId, subject)
      if (!row) return undefined
      const details = toDetails(row, subscriptionId, vendorNamespace)
      const { provisioningState: state } = details.properties
      // Tried again meanwhile: it is told of when it ends.
      if (isOpen(state)) return undefined
      const ends = row.subRequests.map(({ endedAt }) => (endedAt ?? row.submittedAt).getTime())
      return {
        ...NO_EVENT,
        at: new Date(Math.max(...ends)),
        title: titleOfRequest(state, row),
        status: state,
        details: detailsOfRequest(state, row),
        data: JSON.stringify(details),
      }
    }
}
