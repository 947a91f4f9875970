import { beforeAll } from 'vitest'
import type { Db } from '../../../src/platform/db/connect.ts'
import { openHealth } from '../../support/server/health-calls.ts'
import { loadClient, type ServiceAccount, useSecureServer } from '../secure-server.ts'

/** As much of the published client as is used here; it is installed apart from the product. */
type Query = { filter?: string; queryStartTime?: string }
export type ListedEvent = Record<string, unknown> & { name?: string }
export type Client = {
  eventsOperations: {
    listBySubscriptionId: (query?: Query) => AsyncIterable<ListedEvent> & {
      byPage: () => AsyncIterable<ListedEvent[]>
    }
  }
  eventOperations: {
    getBySubscriptionIdAndTrackingId: (id: string, query?: Query) => Promise<ListedEvent>
    fetchDetailsBySubscriptionIdAndTrackingId: (id: string) => Promise<ListedEvent>
  }
  impactedResources: {
    listBySubscriptionIdAndEventId: (id: string, query?: Query) => AsyncIterable<ListedEvent>
    get: (id: string, name: string) => Promise<ListedEvent>
  }
  operations: { list: () => Promise<{ value: { name: string }[] }> }
}
type Constructor = new (credential: object, subscription: string, options: object) => Client

/** A server over https with two service accounts on sub-a: `robot` owns it, `guest` reads it. */
export function useInstallation(database: { readonly url: string; readonly db: Db }) {
  const server = useSecureServer(database)
  const health = openHealth(server.installation)
  beforeAll(async () => {
    health.setOperator(server.operator())
    await server.addSubscription('sub-a')
  })
  return {
    health,
    readerOf: server.readerOf,
    origin: server.origin,
    /** The published client, signed in through our own token endpoint. */
    open(who: ServiceAccount, options: object = {}, subscription = 'sub-a'): Client {
      const { MicrosoftResourceHealth } = loadClient('@azure/arm-resourcehealth') as {
        MicrosoftResourceHealth: Constructor
      }
      const settings = { ...server.clientOptions(), ...options }
      return new MicrosoftResourceHealth(server.credentialOf(who), subscription, settings)
    },
  }
}
