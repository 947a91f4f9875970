import { readResourceId } from '../resource-changes.ts'
import type { Message } from './forms.ts'
import type { NoticedResource } from './notice.ts'
import { toUuid } from './uuid.ts'

/** The entry of an activity log about a resource that was set to another state. */
export function toResourceEntry(
  { subscriptionId, notice }: Message,
  { id, resourceId, current, previous, title, summary, reasonType }: NoticedResource,
) {
  const { resourceGroup, provider, resourceType } = readResourceId(resourceId)
  const at = notice.at.toISOString()
  // The same for all changes of a resource, and for all who get one of them.
  const operationId = toUuid('resource', resourceId.toLowerCase())
  return {
    channels: 'Admin, Operation',
    correlationId: operationId,
    description: notice.title,
    eventSource: 'ResourceHealth',
    eventTimestamp: at,
    eventDataId: toUuid('change', subscriptionId, id, resourceId.toLowerCase()),
    level: LEVELS[current],
    operationName: 'Microsoft.Resourcehealth/healthevent/Activated/action',
    operationId,
    properties: {
      title,
      details: summary,
      currentHealthStatus: current,
      previousHealthStatus: previous,
      type: 'Downtime',
      cause:
        reasonType !== null && USER_INITIATED.test(reasonType)
          ? 'UserInitiated'
          : 'PlatformInitiated',
    },
    resourceId,
    resourceGroupName: resourceGroup,
    resourceProviderName: provider,
    resourceType,
    status: 'Active',
    subscriptionId,
    submissionTimestamp: at,
  }
}

const LEVELS = {
  Available: 'Informational',
  Unknown: 'Informational',
  Degraded: 'Warning',
  Unavailable: 'Critical',
} as const satisfies Record<NoticedResource['current'], string>

/** Reasons are free texts of operators. Published receivers know two causes. */
const USER_INITIATED = /^(user|customer)[\s_-]?initiated$/i
