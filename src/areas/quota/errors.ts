import { type ErrorDetail, RequestError } from '../../platform/errors.ts'

const invalid = (code: string, message: string, details: readonly ErrorDetail[] = []) =>
  new RequestError('invalid', code, message, { details })
const notFound = (code: string, message: string) => new RequestError('not-found', code, message)
const conflict = (code: string, message: string) => new RequestError('conflict', code, message)

export const providerUnknown = (providerId: string, known: readonly string[]) =>
  invalid(
    'InvalidResourceProvider',
    `No quota is kept for the resource provider ${providerId}. ${offer('Providers', known)}`,
  )

export const locationUnknown = (location: string, provider: string, known: readonly string[]) =>
  invalid(
    'InvalidLocation',
    `${provider} has no quota in the location ${location}. ${offer('Locations', known)}`,
  )

export const resourcesUnknown = (names: readonly string[], provider: string) =>
  invalid(
    'InvalidResourceName',
    `${provider} has no resource ${names.join(', ')}. List those it has with GET serviceLimits.`,
    names.map((name) => ({ code: 'InvalidResourceName', message: `${name} is not there.` })),
  )

const offer = (what: string, known: readonly string[]) =>
  known.length === 0 ? `${what}: none yet.` : `${what}: ${known.join(', ')}.`

export const nameDiffers = (inPath: string, inBody: string) =>
  invalid(
    'InvalidResourceName',
    `The path asks for ${inPath} and the body for ${inBody}. Name the same resource in both.`,
  )

export const resourceRepeated = (name: string) =>
  invalid('DuplicateResource', `${name} is asked for twice. Name each resource once.`)

export const unitDiffers = (name: string, given: string, unit: string) =>
  invalid(
    'InvalidUnit',
    `${name} is counted in ${unit}, not in ${given}. Send ${unit}, or no unit.`,
  )

export const resourceTypeDiffers = (name: string, given: string, type: string | null) =>
  invalid(
    'InvalidResourceType',
    `${name} is of the type ${type ?? '(none)'}, not ${given}. Leave resourceType out, or send what GET gives.`,
  )

export const requestNotFound = (id: string) =>
  notFound(
    'QuotaRequestNotFound',
    `There is no quota request ${id} for this provider and location in the subscription. List those that are.`,
  )

export const requestSent = (name: string, requestId: string) =>
  conflict(
    'QuotaRequestInProgress',
    `The request ${requestId} for ${name} has gone to the provider and cannot be taken back. Wait until it ends, then ask again.`,
  )

export const changedMeanwhile = () =>
  new RequestError(
    'precondition-failed',
    'PreconditionFailed',
    'The limit is not what If-Match or If-None-Match says. Get it again, and decide anew.',
  )

export const preconditionForOne = () =>
  invalid(
    'InvalidPrecondition',
    'If-Match and If-None-Match are for one resource, and several are asked for. Leave them out, or ask for each by itself.',
  )

export const topInvalid = () =>
  invalid('InvalidTop', 'The $top is no whole number from 1. Leave it out, or send one.')

// What a request can come to: the code and the sentence its status tells.

export type Ending = Readonly<{ code: string; message: string }>

export const superseded = (by: string): Ending => ({
  code: 'Superseded',
  message: `A later request asks for something else: ${by}.`,
})

export const withdrawn: Ending = {
  code: 'InvalidResourceName',
  message: 'The resource was taken out of the catalogue. List those that are there.',
}

export const aboveMaximum = (maximum: number, unit: string): Ending => ({
  code: 'LimitAboveMaximum',
  message: `Nobody can have more than ${maximum} (${unit}). Ask for that much or less.`,
})

export const belowUsage = (currentValue: number, unit: string): Ending => ({
  code: 'QuotaReductionNotSupported',
  message: `${currentValue} (${unit}) are in use. Use less first, or ask for at least that much.`,
})

export const deniedByRule = (rule: string): Ending => ({
  code: 'QuotaNotAvailableForResource',
  message: `Denied by rule: ${rule}. Ask whoever runs this service.`,
})

export const refusedByProvider = (reason: string): Ending => ({
  code: 'ProviderRefused',
  message: `The provider refused: ${reason}`,
})

export const endpointUnusable: Ending = {
  code: 'ProviderEndpointUnusable',
  message:
    'The provider could not be told: its endpoint is not usable. Nothing was changed. Ask whoever runs this service, then ask again.',
}

export const gaveUp: Ending = {
  code: 'ProviderUnavailable',
  message:
    'The provider did not answer in time, and we stopped trying. Ask again later, or ask whoever runs this service.',
}

export const decisionFailed: Ending = {
  code: 'DecisionFailed',
  message:
    'The request could not be decided, which is a fault of this service. Ask again, and tell whoever runs it.',
}

// Operators

export const providerNotThere = (name: string) =>
  notFound(
    'ProviderNotFound',
    `There is no provider ${name} in the catalogue. List those there are.`,
  )

export const catalogueName = (name: string) =>
  invalid(
    'InvalidName',
    `${name} cannot name a provider. Use 1 to 100 characters, none of / ? # %, and no blank at the beginning.`,
  )

export const catalogueTwice = (what: string) =>
  invalid('DuplicateName', `${what} is there twice, apart from its spelling. Name it once.`)

export const maximumTooLow = (name: string) =>
  invalid(
    'InvalidMaximum',
    `The maximum of ${name} is below its default limit. Raise it, or lower the default.`,
  )

export const endpointRefused = (reason: string) => invalid('InvalidEndpoint', reason)

export const sealMissing = () =>
  conflict(
    'SecretKeyMissing',
    'Without SECRET_KEY_FILE no signing secret can be kept. Set it and start the server again.',
  )

export const partNotFound = () =>
  notFound(
    'SubRequestNotFound',
    'There is no such sub-request. List those that wait for a decision.',
  )

export const decidedAlready = () =>
  conflict(
    'DecidedAlready',
    'The sub-request does not wait for a decision any more. List those that do.',
  )

export const grantRefused = (reason: string) => invalid('InvalidLimit', reason)

export const subscriptionUnknown = (id: string) =>
  notFound('SubscriptionNotFound', `There is no subscription ${id}. Create it first.`)

export const limitsUnknown = (names: readonly string[]) =>
  invalid(
    'InvalidResourceName',
    `The catalogue has no ${names.slice(0, 10).join(', ')}. Correct the names, or add them there first.`,
  )
