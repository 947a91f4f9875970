import type { components } from '../../../client/generated/quota.ts'

type Schemas = components['schemas']

export type Limit = Schemas['LocatedQuotaLimit']
export type UsageHistory = Schemas['QuotaUsageHistory']
export type UsageOfDay = Schemas['QuotaUsageOfDay']
export type QuotaRequest = Schemas['QuotaRequestRecord']
export type SubRequest = Schemas['QuotaSubRequestRecord']
export type QuotaState = Schemas['QuotaRequestState']
export type PreflightInput = Schemas['QuotaPreflightInput']
export type Preflight = Schemas['QuotaPreflight']

export const VERSION_QUERY = { 'api-version': '2020-10-25' } as const
/** Operations of Binnacle's own. */
export const OWN = '/subscriptions/{subscriptionId}/providers/Binnacle.Capacity'
/** Of the published API. */
export const PUBLISHED =
  '/subscriptions/{subscriptionId}/providers/Microsoft.Capacity/resourceProviders/{providerId}/locations/{location}'

const number = new Intl.NumberFormat('en')

export const formatCount = (count: number) => number.format(count)

/** A count of things needs no unit beside it. */
export const formatAmount = (count: number, unit: string) =>
  unit === 'Count' ? formatCount(count) : `${formatCount(count)} ${unit}`

/** As in "Buoys 40, Lamps 9 of 12", if 9 of 12 were granted. */
export const titleOf = ({ value }: QuotaRequest) =>
  value
    .map(({ displayName, requestedLimit, grantedLimit = requestedLimit, unit }) =>
      grantedLimit === requestedLimit
        ? `${displayName} ${formatAmount(requestedLimit, unit)}`
        : `${displayName} ${formatCount(grantedLimit)} of ${formatAmount(requestedLimit, unit)}`,
    )
    .join(', ')

export const keyOfLimit = ({ provider, location, resource }: Limit) =>
  [provider, location, resource].join('/')
