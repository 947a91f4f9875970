type Method = 'DELETE' | 'GET' | 'PATCH' | 'POST' | 'PUT'

/** Operations of published clients that are not served, and a sentence that gives the reason. */
export type Unserved = Readonly<{
  why: string
  /** The methods of each path. */
  paths: Readonly<Record<string, readonly Method[]>>
}>

const GROUP = '/providers/Microsoft.Management/managementGroups/{managementGroupId}'
const QUOTAS = `${GROUP}/providers/Microsoft.Quota/groupQuotas`
const QUOTA = `${QUOTAS}/{groupQuotaName}`
const OF_PROVIDER = `${QUOTA}/resourceProviders/{resourceProviderName}`
const ALLOCATED = `${GROUP}/subscriptions/{subscriptionId}/providers/Microsoft.Quota/groupQuotas/{groupQuotaName}/resourceProviders/{resourceProviderName}`

const groupQuotas: Unserved = {
  why: 'Group quotas belong to management groups, which Binnacle does not have.',
  paths: {
    [QUOTAS]: ['GET'],
    [QUOTA]: ['GET', 'PUT', 'PATCH', 'DELETE'],
    [`${QUOTA}/subscriptions`]: ['GET'],
    [`${QUOTA}/subscriptions/{subscriptionId}`]: ['GET', 'PUT', 'PATCH', 'DELETE'],
    [`${QUOTA}/subscriptionRequests`]: ['GET'],
    [`${QUOTA}/subscriptionRequests/{requestId}`]: ['GET'],
    [`${QUOTA}/groupQuotaRequests/{requestId}`]: ['GET'],
    [`${OF_PROVIDER}/groupQuotaRequests`]: ['GET'],
    [`${OF_PROVIDER}/groupQuotaLimits/{location}`]: ['GET', 'PATCH'],
    [`${ALLOCATED}/quotaAllocations/{location}`]: ['GET', 'PATCH'],
    [`${ALLOCATED}/quotaAllocationRequests`]: ['GET'],
    [`${ALLOCATED}/quotaAllocationRequests/{allocationId}`]: ['GET'],
  },
}

const CAPACITY = '/providers/Microsoft.Capacity'
const ORDER = `${CAPACITY}/reservationOrders/{reservationOrderId}`
const RESERVATION = `${ORDER}/reservations/{reservationId}`

const reservations: Unserved = {
  why: 'Reservations are purchases of capacity, and Binnacle does not sell anything.',
  paths: {
    [`${CAPACITY}/operations`]: ['GET'],
    [`${CAPACITY}/calculateExchange`]: ['POST'],
    [`${CAPACITY}/calculatePrice`]: ['POST'],
    [`${CAPACITY}/exchange`]: ['POST'],
    [`${CAPACITY}/reservations`]: ['GET'],
    [`${CAPACITY}/reservationOrders`]: ['GET'],
    [ORDER]: ['GET', 'PUT'],
    [`${ORDER}/calculateRefund`]: ['POST'],
    [`${ORDER}/changeDirectory`]: ['POST'],
    [`${ORDER}/merge`]: ['POST'],
    [`${ORDER}/return`]: ['POST'],
    [`${ORDER}/split`]: ['POST'],
    [`${ORDER}/reservations`]: ['GET'],
    [RESERVATION]: ['GET', 'PATCH'],
    [`${RESERVATION}/archive`]: ['POST'],
    [`${RESERVATION}/availableScopes`]: ['POST'],
    [`${RESERVATION}/revisions`]: ['GET'],
    [`${RESERVATION}/unarchive`]: ['POST'],
    [`/subscriptions/{subscriptionId}${CAPACITY}/appliedReservations`]: ['GET'],
    [`/subscriptions/{subscriptionId}${CAPACITY}/catalogs`]: ['GET'],
  },
}

const ACTION_GROUP =
  '/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/Microsoft.Insights/actionGroups/{actionGroupName}'
const PERIMETERS = `${ACTION_GROUP}/networkSecurityPerimeterConfigurations`
const PERIMETER = `${PERIMETERS}/{networkSecurityPerimeterConfigurationName}`

const perimeters: Unserved = {
  why: 'Network security perimeters belong to the network of a cloud, which Binnacle does not have.',
  paths: {
    [PERIMETERS]: ['GET'],
    [PERIMETER]: ['GET'],
    [`${PERIMETER}/reconcile`]: ['POST'],
  },
}

const TENANT_GROUPS = `${GROUP}/providers/Microsoft.Insights/tenantActionGroups`

const tenantActionGroups: Unserved = {
  why: 'Tenant action groups belong to management groups, which Binnacle does not have.',
  paths: {
    [TENANT_GROUPS]: ['GET'],
    [`${TENANT_GROUPS}/{tenantActionGroupName}`]: ['GET', 'PUT', 'PATCH', 'DELETE'],
  },
}

export const UNSERVED: readonly Unserved[] = [
  groupQuotas,
  reservations,
  perimeters,
  tenantActionGroups,
]
