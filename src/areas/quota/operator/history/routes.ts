import { Type } from 'typebox'
import { operatorOperation } from '../../../../directory/operators/operation.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, pathParams, ref } from '../../../../platform/http/schema.ts'
import { type OpenPage, PAGE_SIZE, PageQuery } from '../../../../platform/paging/page.ts'
import { addMs, type ProductClock } from '../../../../platform/time.ts'
import { subscriptionUnknown } from '../../errors.ts'
import { toRecord } from '../../overview/records.ts'
import { listRecords } from '../../overview/store.ts'
import { RequestRecordList } from '../../overview/wire.ts'
import { HISTORY_MS } from '../../requests/history/rules.ts'
import { findQuota } from '../limits/store.ts'

type Deps = Readonly<{ db: Db; openPage: OpenPage; productTime: ProductClock }>

export function historyRoutes(app: Routes, { db, openPage, productTime }: Deps): void {
  app.get(
    '/operator/v1/subscriptions/:subscription_id/quota/requests',
    operatorOperation('listSubscriptionQuotaRequests', {
      tag: 'quota',
      summary: 'List the quota requests of a subscription from the past year, latest first',
      params: pathParams('subscription_id'),
      querystring: Type.Object(PageQuery),
      answers: { 200: answer('A page of requests.', ref(RequestRecordList)) },
    }),
    async ({ params, query, url }) => {
      const subscriptionId = params.subscription_id.toLowerCase()
      const scope = ['quota requests for operators', subscriptionId]
      const page = openPage<{ id: string }>({ url, cursor: query.$skiptoken, scope })
      const rows = await listRecords(db, subscriptionId, {
        since: addMs(productTime(), -HISTORY_MS),
        after: page.after?.id,
        limit: PAGE_SIZE + 1,
      })
      if (rows.length === 0 && !(await findQuota(db, subscriptionId))) {
        throw subscriptionUnknown(params.subscription_id)
      }
      return page.answer(rows, toRecord, ({ id }) => ({ id }))
    },
  )
}
