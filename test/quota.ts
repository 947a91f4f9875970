import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll } from 'vitest'
import { openSeal } from '../src/platform/seal.ts'
import { type Installation, ORIGIN, openHealth, type Reader } from './health-calls.ts'
import { type Answer, caller } from './http.ts'
import { useServer } from './server.ts'
import { useDatabase } from './use-database.ts'

export const QUOTA_VERSION = '2020-10-25'
export const ASK_A_PERSON = {
  QUOTA_DECREASE: 'ask',
  QUOTA_WITHIN_HEADROOM: 'ask',
  QUOTA_BEYOND_HEADROOM: 'ask',
}

/** A server that also does what follows from requests, an operator, and the catalogue that ships. */
export function useQuota(env: Record<string, string> = {}, { runsJobs = true } = {}) {
  const database = useDatabase()
  const seal = openSeal(randomBytes(32))
  const clock = { aheadMs: 0 }
  const server = useServer({
    databaseUrl: database.url,
    seal,
    runsJobs,
    clock: () => new Date(Date.now() + clock.aheadMs),
    env: { PUBLIC_URL: ORIGIN, QUOTA_RETRY_AFTER_SECONDS: '1', ...env },
  })
  const installation: Installation = {
    url: () => server.url,
    db: () => database.db,
    seal,
    vendor: env.VENDOR_NAMESPACE ?? 'Microsoft',
    origin: ORIGIN,
    managementUrl: env.MANAGEMENT_URL ?? ORIGIN,
  }
  const quota = openQuota(installation)
  beforeAll(async () => {
    await quota.addOperator()
    await quota.loadStarter()
  })
  return Object.assign(quota, { database, server, clock, installation })
}

/** Area C as its operators and callers use it, over HTTP. */
export function openQuota(installation: Installation) {
  const { addOperator, operate, operateAs, addReader, addSubscription } = openHealth(installation)
  return {
    addOperator,
    operate,
    operateAs,
    addReader,
    addSubscription,
    ...callerCalls(installation),
    ...operatorCalls(installation, operate),
  }
}

function callerCalls(installation: Installation) {
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
    send,
    status,

    put: (reader: Reader, subscription: string, resource: string, limit: number, headers = {}) =>
      send(reader, 'PUT', pathOf(subscription, resource), { properties: { limit } }, headers),

    putMany: (
      reader: Reader,
      subscription: string,
      wishes: Readonly<Record<string, number>>,
      headers = {},
    ) => {
      const value = Object.entries(wishes).map(([name, limit]) => ({
        properties: { limit, name: { value: name } },
      }))
      return send(reader, 'PUT', path(subscription, 'serviceLimits'), { value }, headers)
    },

    limitOf: async (reader: Reader, subscription: string, resource: string): Promise<number> =>
      (await send(reader, 'GET', pathOf(subscription, resource))).body.properties.limit,

    /** Waits until the request has come to an end, or to where `until` says. */
    async settle(
      reader: Reader,
      subscription: string,
      id: string,
      until: (details: Answer['body']) => boolean = hasEnded,
    ): Promise<Answer['body']> {
      for (let tries = 0; tries < 300; tries++) {
        const { body } = await status(reader, subscription, id)
        if (until(body)) return body
        await delay(100)
      }
      throw new Error(`the request ${id} did not get there`)
    },
  }
}

type Operate = (method: string, path: string, body?: unknown) => Promise<Answer>
type Part = Readonly<{
  subscriptionId: string
  requestId: string
  subRequestId: string
  resource: string
}>
type PartKey = Omit<Part, 'resource'>

function operatorCalls({ vendor }: Installation, operate: Operate) {
  return {
    async loadStarter(): Promise<void> {
      const text = readFileSync('catalogue/starter.json', 'utf8').replaceAll('{vendor}', vendor)
      for (const [name, entry] of Object.entries(JSON.parse(text))) {
        const { status } = await operate('PUT', `/quota/providers/${name}`, entry)
        if (status !== 200) throw new Error(`the catalogue was refused: ${status}`)
      }
    },

    /** What waits for a person in a subscription. */
    async waiting(subscription: string): Promise<Part[]> {
      const parts: Part[] = []
      for (let next: string | undefined = '/quota/waiting'; next; ) {
        const { body }: Answer = await operate('GET', next)
        parts.push(...body.value)
        next = body.nextLink?.replace(/^.*\/operator\/v1/, '')
      }
      return parts.filter(({ subscriptionId }) => subscriptionId === subscription)
    },

    decide: ({ subscriptionId, requestId, subRequestId }: PartKey, decision: object) =>
      operate(
        'POST',
        `/subscriptions/${subscriptionId}/quota/requests/${requestId}/${subRequestId}/decision`,
        decision,
      ),
  }
}
export type Quota = ReturnType<typeof openQuota>

export const stateOf = (details: Answer['body']): string => details.properties.provisioningState
export const hasEnded = (details: Answer['body']) =>
  ['Succeeded', 'Failed', 'Invalid'].includes(stateOf(details))
export const isWaiting = (details: Answer['body']) =>
  stateOf(details) === 'InProgress' && details.properties.message.startsWith('Waits')
