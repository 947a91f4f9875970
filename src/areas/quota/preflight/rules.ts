import type { RequestError } from '../../../platform/errors.ts'
import { grantedMessage, judge, type RuleSet } from '../deciding/rules.ts'
import {
  locationUnknown,
  providerUnknown,
  requestSent,
  resourceRepeated,
  resourcesUnknown,
  withdrawn,
} from '../errors.ts'
import { refuseLimit } from '../requests/rules.ts'
import { hasLocation } from '../rules.ts'
import type { FoundLimit } from './store.ts'
import type { Outcome, PreflightInput } from './wire.ts'

export type Prediction = Readonly<{
  outcome: Outcome
  message: string
  code?: string
  requestId?: string
  replaces?: string
  notifiesProvider?: boolean
}>

/** Why the PUT would be rejected before open requests are looked at; nothing when it would not be. */
export function refuseInput(
  input: PreflightInput,
  { provider, resource }: FoundLimit,
  { isRepeated, providers }: Readonly<{ isRepeated: boolean; providers: readonly string[] }>,
): RequestError | undefined {
  if (isRepeated) return resourceRepeated(input.resource)
  if (!provider) return providerUnknown(input.provider, providers)
  const { name, locations } = provider
  if (!hasLocation(locations, input.location)) {
    return locationUnknown(input.location, name, locations)
  }
  if (!resource) return resourcesUnknown([input.resource], name)
  return refuseLimit({ ...input, resourceName: input.resource }, resource)
}

export const toRefused = ({ code, message }: RequestError): Prediction => ({
  outcome: 'Refused',
  code,
  message,
})

export const toAlreadyRequested = (requestId: string): Prediction => ({
  outcome: 'AlreadyRequested',
  message: `The open request ${requestId} already requests this limit. If you send the request again, the response is the open request.`,
  requestId,
})

/** What becomes of a new sub-request, by the rules that decide it. */
export function predict(
  requestedLimit: number,
  { provider, resource, open }: FoundLimit,
  rules: RuleSet,
): Prediction {
  if (!resource) return { outcome: 'Denied', ...withdrawn }
  if (open?.isSent) return toRefused(requestSent(resource.resourceName, open.requestId))
  const { currentLimit, currentValue, unit } = resource
  const verdict = judge({ requestedLimit, currentLimit, currentValue, resource }, rules)
  const replaces = open && { replaces: open.requestId }
  if ('failure' in verdict) {
    const outcome = verdict.to === 'Invalid' ? 'AboveMaximum' : 'Denied'
    return { outcome, ...verdict.failure, ...replaces }
  }
  if (verdict.to === 'ask') return { outcome: 'Waiting', message: verdict.message, ...replaces }
  const message = grantedMessage(requestedLimit, requestedLimit, unit, verdict.reason)
  const notifiesProvider = provider?.isNotified === true
  return { outcome: 'Granted', message, notifiesProvider, ...replaces }
}
