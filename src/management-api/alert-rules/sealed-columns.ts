import type { SealedColumn } from '../../platform/db/sealed/reseal.ts'
import { sealLabel } from './rules.ts'
import { sealLabel as testLabel } from './test-notifications/rules.ts'

export const sealedActionGroups: readonly SealedColumn[] = [
  {
    table: 'action_group',
    column: 'sealed_addresses',
    key: ['subscription_id', 'id'],
    labelOf: ({ subscription_id, id }) => sealLabel(String(subscription_id), String(id)),
  },
  {
    table: 'alert_test',
    column: 'sealed_receivers',
    key: ['subscription_id', 'id'],
    labelOf: ({ subscription_id, id }) =>
      testLabel({ subscriptionId: String(subscription_id), id: String(id) }),
  },
]
