import type { Routes } from '../../../../platform/http/route-types.ts'
import { answer, ref } from '../../../../platform/http/schema.ts'
import { operation } from '../../operation.ts'
import { VersionQuery } from '../wire.ts'
import { QuotaOperationList } from './wire.ts'

const OPERATIONS = [
  ['quotas/read', 'Quotas', 'Read quotas', 'Reads the limits of a subscription.'],
  [
    'quotas/write',
    'Quotas',
    'Request quota',
    'Requests a new limit. Requires the role owner or contributor.',
  ],
  ['usages/read', 'Usages', 'Read usages', 'Reads how much of each limit is in use.'],
  [
    'quotaRequests/read',
    'Quota requests',
    'Read quota requests',
    'Reads requests and their status.',
  ],
  ['operations/read', 'Operations', 'Read operations', 'Reads this list.'],
] as const

/** What can be done here, for tools that offer rights by name. */
export function operationRoutes(app: Routes, vendorNamespace: string): void {
  const provider = `${vendorNamespace}.Quota`
  const list: QuotaOperationList = {
    value: OPERATIONS.map(([name, resource, title, description]) => ({
      name: `${provider}/${name}`,
      display: { provider, resource, operation: title, description },
    })),
  }
  app.get(
    `/providers/${provider}/operations`,
    operation('listQuotaOperations', 'read operations', {
      summary: 'List the operations of this API',
      querystring: VersionQuery,
      answers: { 200: answer('The operations.', ref(QuotaOperationList)) },
    }),
    async () => list,
  )
}
