import { type ErrorDetail, RequestError } from '../../platform/errors.ts'

const invalid = (code: string, message: string, details: readonly ErrorDetail[] = []) =>
  new RequestError('invalid', code, message, { details })
const notFound = (code: string, message: string) => new RequestError('not-found', code, message)
const conflict = (code: string, message: string) => new RequestError('conflict', code, message)

export const providerUnknown = (providerId: string, known: readonly string[]) =>
  invalid(
    'InvalidResourceProvider',
    `${providerId} is not in the quota catalogue. ${offer('resource providers', known)}`,
  )

export const locationUnknown = (location: string, provider: string, known: readonly string[]) =>
  invalid(
    'InvalidLocation',
    `The location ${location} is not available for ${provider}. ${offer('locations', known)}`,
  )

export const resourcesUnknown = (names: readonly string[], provider: string) =>
  invalid(
    'InvalidResourceName',
    `${provider} has no resource named ${names.join(', ')}. List its resources with GET serviceLimits.`,
    names.map((name) => ({ code: 'InvalidResourceName', message: `${name} does not exist.` })),
  )

const offer = (what: string, known: readonly string[]) =>
  known.length === 0
    ? `The catalogue has no ${what}. Contact your administrator.`
    : `Use one of these ${what}: ${known.join(', ')}.`

export const nameDiffers = (inPath: string, inBody: string) =>
  invalid(
    'InvalidResourceName',
    `The path contains ${inPath} and the body contains ${inBody}. Use the same resource name in both.`,
  )

export const resourceRepeated = (name: string) =>
  invalid('DuplicateResource', `${name} is requested twice. Send each resource only once.`)

export const unitDiffers = (name: string, given: string, unit: string) =>
  invalid(
    'InvalidUnit',
    `${name} has the unit ${unit}, not ${given}. Send ${unit}, or omit the unit.`,
  )

export const resourceTypeDiffers = (name: string, given: string, type: string | null) =>
  invalid(
    'InvalidResourceType',
    `${name} has ${type === null ? 'no resource type' : `the resource type ${type}`}, but the request contains the resource type ${given}. Omit resourceType, or send the value that GET returns.`,
  )

export const requestNotFound = (id: string) =>
  notFound(
    'QuotaRequestNotFound',
    `The quota request ${id} does not exist for this provider and location in the subscription. List the quota requests to see their ids.`,
  )

export const requestSent = (name: string, requestId: string) =>
  conflict(
    'QuotaRequestInProgress',
    `The request ${requestId} for ${name} was already sent to the provider and cannot be replaced. Wait until it completes, then send your request again.`,
  )

export const changedMeanwhile = () =>
  new RequestError(
    'precondition-failed',
    'PreconditionFailed',
    'The limit does not match the If-Match or If-None-Match header. Get the limit again, then repeat the request with the new ETag.',
  )

export const preconditionForOne = () =>
  invalid(
    'InvalidPrecondition',
    'If-Match and If-None-Match apply to one resource, and this request has several. Remove the headers, or send one request for each resource.',
  )

export const topInvalid = () =>
  invalid('InvalidTop', '$top must be a whole number of at least 1. Correct it, or remove it.')

// Why a sub-request ended as Failed or Invalid: the code and the message of its status.

export type Failure = Readonly<{ code: string; message: string }>

export const superseded = (by: string): Failure => ({
  code: 'Superseded',
  message: `A later request replaced this one: ${by}. Check the status of that request.`,
})

export const withdrawn: Failure = {
  code: 'InvalidResourceName',
  message:
    'The resource was removed from the catalogue. List the resources with GET serviceLimits.',
}

export const aboveMaximum = (maximum: number, unit: string): Failure => ({
  code: 'LimitAboveMaximum',
  message: `The maximum is ${maximum} (${unit}). Request at most ${maximum}.`,
})

export const belowUsage = (currentValue: number, unit: string): Failure => ({
  code: 'QuotaReductionNotSupported',
  message: `The current usage is ${currentValue} (${unit}). Reduce your usage first, or request at least ${currentValue}.`,
})

const DENIED = 'QuotaNotAvailableForResource'

/** An operator may choose another code. */
export const deniedByOperator = (reason: string, code = DENIED): Failure => ({
  code,
  message: `Denied: ${reason}`,
})

export const deniedByRule = (reason: string): Failure => ({
  code: DENIED,
  message: `${reason}, so the request was denied. Contact your administrator.`,
})

export const refusedByProvider = (reason: string): Failure => ({
  code: 'ProviderRefused',
  message: `The provider refused: ${reason}`,
})

export const endpointUnusable: Failure = {
  code: 'ProviderEndpointUnusable',
  message:
    'The endpoint of the provider cannot be used, so the provider was not notified and nothing was changed. Contact your administrator, then send your request again.',
}

export const gaveUp: Failure = {
  code: 'ProviderUnavailable',
  message:
    'The provider did not respond in time. Send your request again later, or contact your administrator.',
}

export const decisionFailed: Failure = {
  code: 'DecisionFailed',
  message:
    'The request could not be processed because of an internal error. Send your request again. If the error persists, contact your administrator.',
}

// Operators

export const providerNotThere = (name: string) =>
  notFound(
    'ProviderNotFound',
    `The provider ${name} is not in the catalogue. List the providers to see their names.`,
  )

export const catalogueName = (name: string) =>
  invalid(
    'InvalidName',
    `${name} is not a valid provider name. Use 1 to 100 characters other than / ? # %, and do not start with a space.`,
  )

export const catalogueTwice = (what: string) =>
  invalid(
    'DuplicateName',
    `${what} is listed twice, possibly in different spellings. List it only once.`,
  )

export const maximumTooLow = (name: string) =>
  invalid(
    'InvalidMaximum',
    `The maximum for ${name} is below its default limit. Raise the maximum, or lower the default limit.`,
  )

export const endpointRefused = (reason: string) => invalid('InvalidEndpoint', reason)

export const endpointNotThere = (name: string) =>
  notFound(
    'EndpointNotFound',
    `The provider ${name} has no endpoint. Set it first: PUT /operator/v1/quota/providers/${name}/endpoint.`,
  )

export const endpointHasTwoSecrets = (name: string) =>
  conflict(
    'PreviousSecretExists',
    `The endpoint of ${name} already has two secrets. When the provider uses the newest one, delete the previous one: DELETE /operator/v1/quota/providers/${name}/endpoint/secrets/previous. If the newest one is lost, set the endpoint again, which replaces both.`,
  )

export const endpointHasNoPreviousSecret = (name: string) =>
  notFound('PreviousSecretNotFound', `The endpoint of ${name} has no previous secret.`)

export const sealMissing = () =>
  conflict(
    'SecretKeyMissing',
    'SECRET_KEY_FILE is not set, so the server cannot store a signing secret. Set it and restart the server.',
  )

export const subRequestNotFound = () =>
  notFound(
    'SubRequestNotFound',
    'The sub-request does not exist. List the sub-requests that are waiting for a decision, or those that failed after their last attempt.',
  )

export const decidedAlready = () =>
  conflict(
    'DecidedAlready',
    'The sub-request is no longer waiting for a decision. List the sub-requests that are waiting for a decision.',
  )

export const notGivenUp = () =>
  conflict(
    'NotGivenUp',
    'Only a sub-request that failed after its last attempt can be retried. List these sub-requests at /operator/v1/quota/given-up.',
  )

export const retriedAlready = (requestId: string) =>
  conflict(
    'RetriedAlready',
    `This sub-request has already been retried as request ${requestId}. Check the state of that request.`,
  )

export const requestedSince = (name: string, requestId: string) =>
  conflict(
    'RequestedSince',
    `There is a later request for ${name}: ${requestId}. Check the state of that request.`,
  )

export const raisedSince = (name: string, currentLimit: number) =>
  conflict(
    'RaisedSince',
    `The limit for ${name} is now ${currentLimit}, which is higher than this request. Retrying would lower it.`,
  )

const grantRefused = (message: string) => invalid('InvalidLimit', message)

export const grantOfRemoved = () =>
  grantRefused(
    'The resource was removed from the catalogue. Deny the request, or add the resource again first.',
  )

export const grantAboveRequest = (requestedLimit: number) =>
  grantRefused(`You cannot grant more than the requested limit of ${requestedLimit}.`)

export const grantAboveMaximum = (maximum: number) =>
  grantRefused(
    `The maximum is ${maximum}. Grant at most ${maximum}, or raise the maximum in the catalogue.`,
  )

export const grantBelowUsage = (currentValue: number) =>
  grantRefused(
    `The current usage is ${currentValue}. Grant at least ${currentValue}, or deny the request.`,
  )

export const grantWithoutIncrease = (currentLimit: number) =>
  grantRefused(
    `The current limit is ${currentLimit}, and the request is for an increase. Grant more than ${currentLimit}, or deny the request.`,
  )

export const subscriptionUnknown = (id: string) =>
  notFound('SubscriptionNotFound', `The subscription ${id} does not exist. Create it first.`)

export const limitsUnknown = (names: readonly string[]) =>
  invalid(
    'InvalidResourceName',
    `These resources are not in the catalogue: ${names.slice(0, 10).join(', ')}. Correct the names, or add them to the catalogue first.`,
  )
