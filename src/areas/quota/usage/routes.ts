import type { Db } from '../../../platform/db/connect.ts'
import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import type { ProductClock } from '../../../platform/time.ts'
import { requireLimit } from '../limits/reading.ts'
import { OfResource } from '../limits/routes.ts'
import { operation } from '../operation.ts'
import { VersionQuery } from '../requests/wire.ts'
import { scopeOf } from '../rules.ts'
import { OWN_PATH } from '../wire.ts'
import { listUsage } from './store.ts'
import { UsageHistory } from './wire.ts'

type Deps = Readonly<{ db: Db; productTime: ProductClock }>

export function usageRoutes(app: Routes, { db, productTime }: Deps): void {
  app.get(
    `${OWN_PATH}/resourceProviders/:providerId/locations/:location/usageHistory/:resourceName`,
    operation('getUsageHistory', 'read quota', {
      summary:
        'Get the usage of a resource that was reported in the last 90 days (specific to Binnacle, not in the published API)',
      params: OfResource,
      querystring: VersionQuery,
      answers: { 200: answer('The usage by day.', ref(UsageHistory)) },
    }),
    async ({ params, subscription }) => {
      const scope = scopeOf(subscription.id, params)
      const limit = await requireLimit(db, scope, params)
      const { resourceKey, displayName, unit, currentLimit, currentValue } = limit
      const value = await listUsage(db, scope, resourceKey, productTime())
      return { displayName, unit, currentLimit, currentValue, value }
    },
  )
}
