import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type Answer, caller } from './http.ts'
import type { Address, Reader } from './service-health.ts'

export const QUOTA_VERSION = '2020-10-25'
export const EXTENSION_VERSION = '2025-03-01'

/** Area C as its callers use it. */
export function callerCalls(installation: Address) {
  const call = caller({
    get url() {
      return installation.url()
    },
  })
  const path = (subscription: string, rest: string, provider = 'Microsoft.Compute') =>
    `/subscriptions/${subscription}/providers/${installation.vendor}.Capacity/resourceProviders/${provider}/locations/eastus/${rest}`
  const pathOf = (subscription: string, resource: string) =>
    path(subscription, `serviceLimits/${encodeURIComponent(resource)}`)

  /** With the api-version, unless the target has a query of its own. */
  const send = (
    reader: Reader | undefined,
    method: string,
    target: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const versioned = target.includes('?') ? target : `${target}?api-version=${QUOTA_VERSION}`
    const bearer = reader && { Authorization: `Bearer ${reader.bearer}` }
    return call(undefined, method, versioned, body, { ...bearer, ...headers })
  }
  const status = (reader: Reader, subscription: string, id: string) =>
    send(reader, 'GET', path(subscription, `serviceLimitsRequests/${id}`))

  return {
    path,
    extensionPath: extensionPathsOf(installation),
    send,
    status,

    put: (reader: Reader, subscription: string, resource: string, limit: number, headers = {}) =>
      send(reader, 'PUT', pathOf(subscription, resource), { properties: { limit } }, headers),

    putMany: (
      reader: Reader,
      subscription: string,
      limits: Readonly<Record<string, number>>,
      headers = {},
    ) => {
      const value = Object.entries(limits).map(([name, limit]) => ({
        properties: { limit, name: { value: name } },
      }))
      return send(reader, 'PUT', path(subscription, 'serviceLimits'), { value }, headers)
    },

    limitOf: async (reader: Reader, subscription: string, resource: string): Promise<number> =>
      (await send(reader, 'GET', pathOf(subscription, resource))).body.properties.limit,

    /** Waits until the request has come to an end, or to where `until` says. */
    async waitForRequest(
      reader: Reader,
      subscription: string,
      id: string,
      until: (details: Answer['body']) => boolean = hasEnded,
    ): Promise<Answer['body']> {
      for (let tries = 0; tries < 600; tries++) {
        const { body } = await status(reader, subscription, id)
        if (until(body)) return body
        if (hasEnded(body)) throw new Error(`the request ${id} ended as ${JSON.stringify(body)}`)
        await delay(100)
      }
      throw new Error(`the request ${id} did not end in time`)
    },
  }
}

/** Paths of the newer API. A `rest` with a query has the api-version in it. */
const extensionPathsOf =
  ({ vendor }: Address) =>
  (subscription: string, rest: string, provider = 'Microsoft.Compute') => {
    const path = `/subscriptions/${subscription}/providers/${provider}/locations/eastus/providers/${vendor}.Quota/${rest}`
    return rest.includes('?') ? path : `${path}?api-version=${EXTENSION_VERSION}`
  }

type CallAsOperator = (method: string, path: string, body?: unknown) => Promise<Answer>
type WaitingSubRequest = Readonly<{
  subscriptionId: string
  requestId: string
  subRequestId: string
  resource: string
}>
type WaitingKey = Omit<WaitingSubRequest, 'resource'>

/** Area C as its operators use it. */
export function quotaOperatorCalls({ vendor }: Address, callAsOperator: CallAsOperator) {
  return {
    async loadStarter(): Promise<void> {
      const text = readFileSync('samples/catalogue/starter.json', 'utf8').replaceAll(
        '{vendor}',
        vendor,
      )
      for (const [name, entry] of Object.entries(JSON.parse(text))) {
        const { status } = await callAsOperator('PUT', `/quota/providers/${name}`, entry)
        if (status !== 200) throw new Error(`the catalogue was refused: ${status}`)
      }
    },

    /** What waits for a person in a subscription. */
    async waiting(subscription: string): Promise<WaitingSubRequest[]> {
      const found: WaitingSubRequest[] = []
      for (let next: string | undefined = '/quota/waiting'; next; ) {
        const { status, body }: Answer = await callAsOperator('GET', next)
        if (status !== 200) throw new Error(`what waits was refused: ${status}`)
        found.push(...body.value)
        next = body.nextLink?.replace(/^.*\/operator\/v1/, '')
      }
      return found.filter(({ subscriptionId }) => subscriptionId === subscription)
    },

    decide: ({ subscriptionId, requestId, subRequestId }: WaitingKey, decision: object) =>
      callAsOperator(
        'POST',
        `/subscriptions/${subscriptionId}/quota/requests/${requestId}/${subRequestId}/decision`,
        decision,
      ),
  }
}

export const stateOf = (details: Answer['body']): string => details.properties.provisioningState
export const hasEnded = (details: Answer['body']) =>
  ['Succeeded', 'Failed', 'Invalid'].includes(stateOf(details))
export const isWaiting = (details: Answer['body']) =>
  stateOf(details) === 'InProgress' && details.properties.message.startsWith('Awaiting')
