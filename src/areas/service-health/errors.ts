import { RequestError } from '../../platform/errors.ts'

const invalid = (code: string, message: string) => new RequestError('invalid', code, message)
const conflict = (code: string, message: string) => new RequestError('conflict', code, message)
const notFound = (code: string, message: string) => new RequestError('not-found', code, message)

export const startTimeUnreadable = () =>
  invalid(
    'InvalidQueryStartTime',
    'The queryStartTime is not a date. Write it like 11/15/2026 or 2026-11-15T08:00:00Z.',
  )

export const eventNotFound = (trackingId: string) =>
  notFound(
    'EventNotFound',
    `The event ${trackingId} is not there, or it does not concern this subscription. List those that do.`,
  )

export const resourceNotFound = (name: string) =>
  notFound(
    'ImpactedResourceNotFound',
    `The event has no impacted resource ${name} in this subscription. List those it has.`,
  )

export const detailsForbidden = () =>
  new RequestError(
    'forbidden',
    'AuthorizationFailed',
    'The details of a sensitive event are for owners and contributors of the subscription. Ask one of them, or ask for the role.',
  )

// Publishing

export const eventExists = (trackingId: string) =>
  conflict(
    'EventExists',
    `There is an event ${trackingId} already. Choose another tracking id, or post an update to that one.`,
  )

export const requestRepeatedOtherwise = (clientRequestId: string) =>
  conflict(
    'RequestRepeatedOtherwise',
    `You sent another change under the x-ms-client-request-id ${clientRequestId} before. Use a new one for a new change.`,
  )

export const eventResolvedAlready = () =>
  conflict('EventResolved', 'What you would resolve is resolved already. Post an update instead.')

export const eventActiveAlready = () =>
  conflict('EventActive', 'What you would reopen is active. Post an update instead.')

export const placeUnknown = (place: { impactedService: string; impactedRegion?: string }) =>
  invalid(
    'PlaceNotImpacted',
    `${[place.impactedService, place.impactedRegion].filter(Boolean).join(' in ')} is not among the impact of this event. Add it to the impact, or correct the name.`,
  )

export const regionsTooMany = (regions: number, most: number) =>
  invalid(
    'TooManyRegions',
    `The event would name ${regions} regions, and ${most} is the most. Leave the regions of a service out when it is hit in all of them, or publish another event.`,
  )

export const eventTooLarge = (mostBytes: number) =>
  invalid(
    'EventTooLarge',
    `The event would be larger than ${mostBytes} bytes, because each of its regions keeps what is said for it. Say less, name fewer regions in \`where\`, or publish another event.`,
  )

export const resourceOfAnother = (targetResourceId: string, subscriptionId: string) =>
  invalid(
    'ForeignResource',
    `${targetResourceId} is no resource of the subscription ${subscriptionId}, which would be shown it. Correct one of the two.`,
  )

export const finalReviewThere = () =>
  conflict(
    'FinalReviewThere',
    'The event has its final review, and a preliminary one would take its place. Attach another final one, or post an update.',
  )

export const audienceDoesNotFit = () =>
  invalid(
    'InvalidAudience',
    'Subscriptions are named for the audience `subscriptions`, and for no other. Name at least one, or choose another kind.',
  )

export const subscriptionsUnknown = (ids: readonly string[]) =>
  notFound(
    'SubscriptionNotFound',
    `These subscriptions are not there: ${ids.slice(0, 10).join(', ')}. Create them first, or leave them out.`,
  )

// Names of services and regions

export const guidsDiffer = (service: string, guid: string) =>
  conflict(
    'ServiceGuidDiffers',
    `The guid of the service ${service} is ${guid} and cannot change. Leave impactedServiceGuid out, or send that one.`,
  )

export const guidOfAnother = (services: readonly string[]) =>
  conflict(
    'ServiceGuidTaken',
    `The guid stated for ${services.slice(0, 10).join(', ')} belongs to another service. Leave impactedServiceGuid out, or state another one.`,
  )

type UnknownName = Readonly<{ name: string; nearest: readonly string[] }>

export const namesUnknown = (kind: 'service' | 'region', unknown: readonly UnknownName[]) => {
  const details = unknown.map(({ name, nearest }) => ({
    code: 'UnknownName',
    message: `No event, footprint or catalogue has the ${kind} ${name}. The nearest: ${nearest.join(', ')}.`,
  }))
  return new RequestError(
    'invalid',
    'UnknownName',
    `${details.map(({ message }) => message).join(' ')} Correct the name, or send allowUnknownNames: true to register it.`,
    { details },
  )
}
