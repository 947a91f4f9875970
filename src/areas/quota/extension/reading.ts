import type { Subscription } from '../../../directory/subscriptions/rules.ts'
import { etagOfLimit } from '../limits/actions.ts'
import { readLimits, requireLimit } from '../limits/reading.ts'
import type { LimitDeps } from '../limits/routes.ts'
import type { LimitRow } from '../limits/store.ts'
import { type Location, scopeOf } from '../rules.ts'
import { pathOf } from './paths.ts'

const TYPES = { quotas: 'Quotas', usages: 'Usages' } as const

type Identity = Readonly<{ id: string; name: string; type: string }>
type OfSubscription = Readonly<{ subscription: Subscription }>
type ListRequest = OfSubscription &
  Readonly<{ params: Location; query: Readonly<{ $skiptoken?: string }>; url: string }>
type GetRequest = OfSubscription &
  Readonly<{ params: Location & Readonly<{ resourceName: string }> }>
type Reply = Readonly<{ header: (name: string, value: string) => unknown }>

/** Quotas and usages are read from the same limits; each has its own form. */
export function limitReaders<Wire>(
  deps: LimitDeps,
  noun: keyof typeof TYPES,
  toWire: (row: LimitRow, identity: Identity) => Wire,
) {
  const type = `${deps.vendorNamespace}.Quota/${TYPES[noun]}`
  const toWireBelow = (path: string) => (row: LimitRow) => {
    const name = row.resourceName
    return toWire(row, { id: `${path}/${noun}/${encodeURIComponent(name)}`, name, type })
  }
  return {
    async list({ params, subscription, query, url }: ListRequest, reply: Reply) {
      const scope = scopeOf(subscription.id, params)
      const path = pathOf(subscription.id, params, deps.vendorNamespace)
      const asked = { list: noun, scope, params, query, url }
      const { etag, page } = await readLimits(deps, asked, toWireBelow(path))
      reply.header('etag', etag)
      return page
    },
    async get({ params, subscription }: GetRequest, reply: Reply) {
      const row = await requireLimit(deps.db, scopeOf(subscription.id, params), params)
      reply.header('etag', etagOfLimit(row))
      return toWireBelow(pathOf(subscription.id, params, deps.vendorNamespace))(row)
    },
  }
}

/** The properties that a quota and a usage have in common. */
export const toResourceProperties = (row: LimitRow) => ({
  unit: row.unit,
  name: { value: row.resourceName, localizedValue: row.displayName },
  ...(row.resourceType !== null && { resourceType: row.resourceType }),
  ...(row.quotaPeriod !== null && { quotaPeriod: row.quotaPeriod }),
  isQuotaApplicable: true,
  properties: {},
})

export const toLimitValue = (value: number) =>
  ({ limitObjectType: 'LimitValue', limitType: 'Independent', value }) as const
