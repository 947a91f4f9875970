import { beforeAll } from 'vitest'
import type { Db } from '../../../src/platform/db/connect.ts'
import { testLimits } from '../../support/processes/limits.ts'
import { openQuota } from '../../support/server/quota.ts'
import { isLong } from '../../support/world/size.ts'
import { loadClient, type ServiceAccount, useSecureServer } from '../secure-server.ts'
import { recordSent, type Sent } from '../sent.ts'

/** As much of the published client as is used here; it is installed apart from the product. */
export type Limit = Readonly<{
  name?: string
  properties: Readonly<{ limit: number; unit?: string; currentValue?: number; name?: object }>
}>
export type Details = Readonly<{
  id: string
  name: string
  provisioningState: string
  message: string
  requestSubmitTime: Date
  value: Record<string, unknown>[]
}>
type Paged<Item> = AsyncIterable<Item> & { byPage: () => AsyncIterable<Item[]> }
type QuotaScope = [subscription: string, provider: string, location: string]
type Options = { abortSignal?: AbortSignal; resumeFrom?: string }
type Ask<Answer> = (
  ...asked: [...QuotaScope, resource: string, input: Limit, options?: Options]
) => Promise<Answer>
export type Poller = Readonly<{
  isDone: () => boolean
  pollUntilDone: () => Promise<Limit>
  toString: () => string
}>
type Restore = (client: Client, state: string, asked: unknown) => Poller
export type Client = {
  quota: {
    get: (...asked: [...QuotaScope, resource: string]) => Promise<Limit>
    list: (...asked: QuotaScope) => Paged<Limit>
    beginCreateOrUpdate: Ask<Poller>
    beginUpdate: Ask<Poller>
  } & Record<Way, Ask<Limit>>
  quotaRequestStatus: {
    get: (...asked: [...QuotaScope, id: string]) => Promise<Details>
    list: (...asked: [...QuotaScope, query?: { filter?: string; top?: number }]) => Paged<Details>
  }
}
/** How a caller asks and waits. The last two are those that version 10 brought. */
export type Way = 'beginCreateOrUpdateAndWait' | 'beginUpdateAndWait' | 'createOrUpdate' | 'update'

type Constructor = new (credential: object, options: object) => Client
export type Version = '9' | '10'
/** The older one only in the nightly run. */
export const VERSIONS: readonly Version[] = isLong ? ['9', '10'] : ['10']
const ALL_WAYS: readonly (readonly [Version, Way])[] = [
  ['9', 'beginCreateOrUpdateAndWait'],
  ['9', 'beginUpdateAndWait'],
  ['10', 'beginCreateOrUpdateAndWait'],
  ['10', 'beginUpdateAndWait'],
  ['10', 'createOrUpdate'],
  ['10', 'update'],
]
export const WAYS = ALL_WAYS.filter(([version]) => VERSIONS.includes(version))

export const COMPUTE = 'Microsoft.Compute'
export const RETRY_AFTER_S = 1

/** A server over https, the catalogue that ships, and two service accounts for `addSubscription`. */
export function useInstallation(
  database: { readonly url: string; readonly db: Db },
  settings: () => Readonly<Record<string, string>> = () => ({}),
) {
  const pace = testLimits({ quotaRetryAfterSeconds: RETRY_AFTER_S })
  const server = useSecureServer(database, () => ({ ...pace, ...settings() }))
  const quota = openQuota(server.installation)
  beforeAll(async () => {
    quota.setOperator(server.operator())
    await quota.loadStarter()
  })
  let count = 0
  return {
    server,
    quota,
    readerOf: server.readerOf,
    /** A subscription that `robot` owns and `guest` reads. */
    async addSubscription(): Promise<string> {
      const id = `sub-${count++}`
      await server.addSubscription(id)
      return id
    },
    /** The published client, signed in through our own token endpoint, and what it sends. */
    open(
      version: Version,
      who: ServiceAccount = 'robot',
      credential: object = server.credentialOf(who),
    ): Client & { sent: Sent[] } {
      const { AzureReservationAPI } = loadClient(`arm-reservations-${version}`) as {
        AzureReservationAPI: Constructor
      }
      const { sent, options: recorded } = recordSent()
      const options = { ...server.clientOptions(), ...recorded }
      return Object.assign(new AzureReservationAPI(credential, options), { sent })
    },
  }
}

/** A poller of version 10 that was written down, taken up by another client. */
export const restore: Restore = (...written) =>
  (loadClient('arm-reservations-10') as { restorePoller: Restore }).restorePoller(...written)

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

export const errorOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
