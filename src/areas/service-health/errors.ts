import { RequestError } from '../../platform/errors.ts'

const invalid = (code: string, message: string) => new RequestError('invalid', code, message)
const conflict = (code: string, message: string) => new RequestError('conflict', code, message)
const notFound = (code: string, message: string) => new RequestError('not-found', code, message)

export const startTimeUnreadable = () =>
  invalid(
    'InvalidQueryStartTime',
    'queryStartTime is not a valid date. Send a date such as 11/15/2026 or 2026-11-15T08:00:00Z.',
  )

export const eventNotFound = (trackingId: string) =>
  notFound(
    'EventNotFound',
    `The event ${trackingId} does not exist, or it does not affect this subscription. List the events of the subscription to see their tracking ids.`,
  )

export const resourceNotFound = (name: string) =>
  notFound(
    'ImpactedResourceNotFound',
    `The event has no impacted resource named ${name} in this subscription. List its impacted resources to see their names.`,
  )

export const detailsForbidden = () =>
  new RequestError(
    'forbidden',
    'AuthorizationFailed',
    'Only owners and contributors of the subscription can read the details of a sensitive event. Ask an owner for the details, or ask your administrator to give you one of these roles.',
  )

export const resourcesForbidden = () =>
  new RequestError(
    'forbidden',
    'AuthorizationFailed',
    'Only owners and contributors of the subscription can list the resources that a security advisory affects. Ask an owner for the details, or ask your administrator to give you one of these roles.',
  )

export const advisoryNotFound = (trackingId: string) =>
  notFound(
    'SecurityAdvisoryNotFound',
    `The event ${trackingId} is not a security advisory. List its resources with GET …/events/${trackingId}/impactedResources.`,
  )

// At tenant level

export const eventNotVisible = (trackingId: string) =>
  notFound(
    'EventNotFound',
    `The event ${trackingId} does not exist, or it does not affect a subscription on which you have a role. List the events to see their tracking ids.`,
  )

export const tenantDetailsForbidden = () =>
  new RequestError(
    'forbidden',
    'AuthorizationFailed',
    'Only owners and contributors of a subscription that the event affects can read the details of a sensitive event and the resources of a security advisory. Ask an owner for the details, or ask your administrator to give you one of these roles.',
  )

export const tenantTooLarge = (limit: string) =>
  invalid(
    'TooManySubscriptions',
    `You have roles on more than ${limit}. Read the events of one subscription at a time, under /subscriptions/{subscriptionId}.`,
  )

// Lists that belong to no subscription

export const metadataNotFound = (name: string, known: readonly string[]) =>
  notFound(
    'MetadataNotFound',
    `There is no metadata named ${name}. Use one of: ${known.join(', ')}.`,
  )

export const emergingIssueNotFound = (name: string) =>
  notFound(
    'EmergingIssueNotFound',
    `The list of emerging issues "${name}" does not exist. The only list is "default".`,
  )

// Publishing

export const eventExists = (trackingId: string) =>
  conflict(
    'EventExists',
    `The event ${trackingId} already exists. Choose another tracking id, or post an update to that event.`,
  )

export const eventResolvedAlready = () =>
  conflict(
    'EventResolved',
    'The event is already resolved in these regions. Post an update instead.',
  )

export const eventActiveAlready = () =>
  conflict('EventActive', 'The event is already active in these regions. Post an update instead.')

export const serviceRegionUnknown = (serviceRegion: {
  impactedService: string
  impactedRegion?: string
}) =>
  invalid(
    'PlaceNotImpacted',
    `This event does not affect ${[serviceRegion.impactedService, serviceRegion.impactedRegion].filter(Boolean).join(' in ')}. Add it to the impact, or correct the name.`,
  )

export const regionsTooMany = (regions: number, most: number) =>
  invalid(
    'TooManyRegions',
    `The event would have ${regions} regions, and the limit is ${most}. Omit the regions of a service that is affected in all regions, or publish another event.`,
  )

export const eventTooLarge = (mostBytes: number) =>
  invalid(
    'EventTooLarge',
    `The event would be larger than ${mostBytes} bytes, because each update is stored once for each region. Send a shorter update, list fewer regions in \`where\`, or publish another event.`,
  )

export const resourceOfAnother = (targetResourceId: string, subscriptionId: string) =>
  invalid(
    'ForeignResource',
    `${targetResourceId} does not belong to the subscription ${subscriptionId}. Correct the resource id or the subscription.`,
  )

export const finalReviewThere = () =>
  conflict(
    'FinalReviewThere',
    'The event already has a final review, which a preliminary review cannot replace. Add another final review, or post an update.',
  )

export const audienceDoesNotFit = () =>
  invalid(
    'InvalidAudience',
    'The audience kind `subscriptions` needs at least one subscription, and no other kind accepts subscriptions. Add a subscription, or choose another kind.',
  )

export const drillForOthers = () =>
  invalid(
    'DrillAudience',
    'A drill can only be published to named subscriptions. Send an audience of the kind `subscriptions`, or omit isDrill if the event is not a drill.',
  )

export const subscriptionsUnknown = (ids: readonly string[]) =>
  notFound(
    'SubscriptionNotFound',
    `These subscriptions do not exist or are retired: ${ids.slice(0, 10).join(', ')}. Create them first, or remove them from the request.`,
  )

// Names of services and regions

export const guidsDiffer = (service: string, guid: string) =>
  conflict(
    'ServiceGuidDiffers',
    `The GUID of the service ${service} is ${guid} and cannot change. Omit impactedServiceGuid, or send this GUID.`,
  )

export const guidOfAnother = (services: readonly string[]) =>
  conflict(
    'ServiceGuidTaken',
    `The GUID that was sent for ${services.slice(0, 10).join(', ')} is already used by another service. Omit impactedServiceGuid, or send another GUID.`,
  )

type UnknownName = Readonly<{ name: string; nearest: readonly string[] }>

export const namesUnknown = (kind: 'service' | 'region', unknown: readonly UnknownName[]) => {
  const details = unknown.map(({ name, nearest }) => ({
    code: 'UnknownName',
    message: `The ${kind} ${name} is unknown.${nearest.length > 0 ? ` Similar names: ${nearest.join(', ')}.` : ''}`,
  }))
  return new RequestError(
    'invalid',
    'UnknownName',
    `${details.map(({ message }) => message).join(' ')} Correct the name, or allow unknown names to register it.`,
    { details },
  )
}
