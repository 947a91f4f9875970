import type { Db } from '../../../src/platform/db/connect.ts'
import { COMPUTE, useInstallation as useBoth } from '../arm-reservations/installation.ts'
import { loadClient, type ServiceAccount } from '../secure-server.ts'
import { recordSent, type Sent } from '../sent.ts'

/** As much of the published client as is used here; it is installed apart from the product. */
type LimitValue = Readonly<{ limitObjectType: 'LimitValue'; value: number }>
export type Quota = Readonly<{
  name?: string
  properties: Readonly<{ limit: LimitValue; unit?: string; name?: object; resourceType?: string }>
}>
type Usage = Readonly<{ name: string; properties: Readonly<{ usages: { value: number } }> }>
export type QuotaRequest = Readonly<{
  id: string
  name: string
  properties: Readonly<{
    provisioningState: string
    message: string
    error?: Readonly<{ code: string; message: string }>
    requestSubmitTime: Date
    value: Record<string, unknown>[]
  }>
}>
type Paged<Item> = AsyncIterable<Item> & { byPage: () => AsyncIterable<Item[]> }
type Options = { abortSignal?: AbortSignal; resumeFrom?: string }
type Submit<Answer> = (
  ...asked: [resource: string, scope: string, input: Quota, options?: Options]
) => Promise<Answer>
export type Poller = Readonly<{
  isDone: () => boolean
  pollUntilDone: () => Promise<Quota>
  toString: () => string
}>
export type Client = {
  quota: {
    get: (resource: string, scope: string) => Promise<Quota>
    list: (scope: string) => Paged<Quota>
    beginCreateOrUpdate: Submit<Poller>
    beginUpdate: Submit<Poller>
    beginCreateOrUpdateAndWait: Submit<Quota>
    beginUpdateAndWait: Submit<Quota>
  }
  usages: {
    get: (resource: string, scope: string) => Promise<Usage>
    list: (scope: string) => Paged<Usage>
  }
  quotaRequestStatus: {
    get: (id: string, scope: string) => Promise<QuotaRequest>
    list: (scope: string, query?: { filter?: string; top?: number }) => Paged<QuotaRequest>
  }
  quotaOperation: { list: () => Paged<{ name: string }> }
}
type Constructor = new (credential: object, options: object) => Client

/** The version that the client sends by default, and the oldest, which the Python package sends. */
export const VERSIONS = [undefined, '2021-03-15-preview'] as const

export const scopeOf = (sub: string, provider = COMPUTE) =>
  `subscriptions/${sub}/providers/${provider}/locations/eastus`
export const limitOf = (value: number): Quota => ({
  properties: { limit: { limitObjectType: 'LimitValue', value } },
})

/** The installation of the other quota client, and this one. */
export function useInstallation(database: { readonly url: string; readonly db: Db }) {
  const { server, open: openReservations, ...both } = useBoth(database)
  return {
    ...both,
    openReservations,
    open(who: ServiceAccount = 'robot', apiVersion?: string): Client & { sent: Sent[] } {
      const { AzureQuotaExtensionAPI } = loadClient('@azure/arm-quota') as {
        AzureQuotaExtensionAPI: Constructor
      }
      const { sent, options } = recordSent()
      const version = apiVersion === undefined ? {} : { apiVersion }
      const all = { ...server.clientOptions(), ...options, ...version }
      return Object.assign(new AzureQuotaExtensionAPI(server.credentialOf(who), all), { sent })
    },
  }
}
