import { toResourceId } from '../rules.ts'
import type { AlertRow } from './store.ts'
import type { Alert } from './wire.ts'

export function toAlert(row: AlertRow, vendorNamespace: string): Alert {
  const { location, tags, filter: _, ...properties } = row.content
  const named = { resourceGroup: row.resource_group, name: row.name }
  return {
    id: toResourceId(vendorNamespace, row.subscription_id, 'activityLogAlerts', named),
    name: row.name,
    type: `${vendorNamespace}.Insights/ActivityLogAlerts`,
    location,
    tags: tags ?? {},
    properties,
  }
}
