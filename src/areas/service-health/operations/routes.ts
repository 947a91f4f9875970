import { Type } from 'typebox'
import type { Routes } from '../../../platform/http/route-types.ts'
import { ref } from '../../../platform/http/schema.ts'
import { operation } from '../operation.ts'
import { ApiVersionQuery } from '../wire.ts'
import { OperationList } from './wire.ts'

const OPERATIONS = [
  ['events/read', 'Events', 'Read events', 'Reads the events that affect a subscription.'],
  [
    'events/fetchEventDetails/action',
    'Events',
    'Read sensitive details',
    'Reads an event with its sensitive details. Requires the role owner or contributor.',
  ],
  [
    'events/impactedResources/read',
    'Impacted resources',
    'Read impacted resources',
    'Reads the resources of a subscription that an event affects.',
  ],
  [
    'events/listSecurityAdvisoryImpactedResources/action',
    'Impacted resources',
    'Read resources of security advisories',
    'Reads the resources that a security advisory affects. Requires the role owner or contributor.',
  ],
  [
    'availabilityStatuses/read',
    'Availability',
    'Read availability',
    'Reads the current and earlier states of resources.',
  ],
  [
    'childResources/read',
    'Availability',
    'Read child resources',
    'Reads the current states of the child resources of a resource.',
  ],
  [
    'childAvailabilityStatuses/read',
    'Availability',
    'Read availability of child resources',
    'Reads the current and earlier states of child resources.',
  ],
  [
    'emergingissues/read',
    'Emerging issues',
    'Read emerging issues',
    'Reads the emerging issues, which are the same for all callers.',
  ],
  [
    'metadata/read',
    'Metadata',
    'Read metadata',
    'Reads the services, regions and other values that events can have.',
  ],
  ['operations/read', 'Operations', 'Read operations', 'Reads this list.'],
] as const

/** What can be done here, for tools that offer rights by name. */
export function operationRoutes(app: Routes, vendorNamespace: string): void {
  const provider = `${vendorNamespace}.ResourceHealth`
  const list: OperationList = {
    value: OPERATIONS.map(([name, resource, title, description]) => ({
      name: `${provider}/${name}`,
      display: { provider, resource, operation: title, description },
    })),
  }
  app.get(
    `/providers/${provider}/operations`,
    operation('listOperations', 'read operations', {
      tag: 'operations',
      summary: 'List the operations of this area',
      querystring: Type.Object(ApiVersionQuery),
      answer: { description: 'The operations.', ...ref(OperationList) },
    }),
    async () => list,
  )
}
