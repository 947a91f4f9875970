import { actorOf, recordAudit } from '../../../directory/audit.ts'
import { type Call, principalOf } from '../../../directory/caller.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { eventNotVisible, tenantDetailsForbidden, tenantTooLarge } from '../errors.ts'
import type { EventFilter, EventRegion, Reader } from '../events/rules.ts'
import { type EventRow, findEvent } from '../events/store.ts'
import { keyOfSubscription, maySeeDetails } from '../rules.ts'
import {
  listConcerned,
  MOST_SERVICE_REGIONS,
  MOST_SUBSCRIPTIONS,
  type OwnSubscription,
  readerOfTenant,
  type Tenant,
  toTenant,
} from './rules.ts'
import * as store from './store.ts'

/** What the caller has a role on. Refused when that is more than one request looks at. */
export async function findTenant(db: Db, { caller }: Call): Promise<Tenant> {
  const principalId = principalOf(caller)
  const subscriptions = await store.listSubscriptionsOf(db, principalId, MOST_SUBSCRIPTIONS + 1)
  if (subscriptions.length > MOST_SUBSCRIPTIONS) throw tenantTooLarge('1,000 subscriptions')
  const ids = subscriptions.map(({ id }) => id)
  const used = await store.findServiceRegionUsers(db, ids, MOST_SERVICE_REGIONS + 1)
  if (used.count > MOST_SERVICE_REGIONS) {
    throw tenantTooLarge('subscriptions that use 100,000 services in regions')
  }
  return toTenant(principalId, subscriptions, used.users ?? {})
}

/** Reads which of the caller's subscriptions the events of a page name. */
export async function finishReader(
  db: Db,
  tenant: Tenant,
  reader: Reader,
  shown: readonly Omit<EventRegion, 'key'>[],
): Promise<Reader> {
  const ids = shown.filter(({ isNamed }) => isNamed).map(({ trackingId }) => trackingId)
  if (ids.length === 0) return reader
  const keys = tenant.subscriptions.map(({ id }) => keyOfSubscription(id))
  const found = Map.groupBy(
    await store.listReachKeys(db, ids, keys),
    ({ trackingId }) => trackingId,
  )
  const named = [...found].map(([trackingId, reach]) => {
    const reachKeys = reach.map(({ key }) => key)
    return [trackingId, listConcerned(tenant, reachKeys)] as const
  })
  return readerOfTenant(tenant, new Map(named))
}

export type VisibleEvent = Readonly<{
  row: EventRow
  /** Those of the caller that the event concerns, by id. */
  concerned: readonly OwnSubscription[]
  reader: Reader
}>

/** One that concerns a subscription of the caller; any other is not there. */
export async function findVisibleEvent(
  db: Db,
  tenant: Tenant,
  trackingId: string,
  narrowing: Readonly<{ start?: Date | undefined; filter?: EventFilter | undefined }> = {},
): Promise<VisibleEvent> {
  const keys = [...tenant.positions.keys()]
  const { start, filter } = narrowing
  const row = await findEvent(db, trackingId, { keys, start, filter })
  if (!row) throw eventNotVisible(trackingId)
  const found = await store.listReachKeys(db, [trackingId], keys)
  const concerned = listConcerned(
    tenant,
    found.map(({ key }) => key),
  )
  return { row, concerned, reader: readerOfTenant(tenant, new Map([[trackingId, concerned]])) }
}

/** Those through which the caller may read the details of a sensitive event. */
export function requireElevated(
  concerned: readonly OwnSubscription[],
): readonly [OwnSubscription, ...OwnSubscription[]] {
  const [first, ...others] = concerned.filter(({ role }) => maySeeDetails(role))
  if (!first) throw tenantDetailsForbidden()
  return [first, ...others]
}

/** The whole event. A read of sensitive details is recorded at the first subscription that allows it. */
export async function fetchTenantDetails(
  db: Db,
  call: Call,
  trackingId: string,
): Promise<VisibleEvent> {
  const found = await findVisibleEvent(db, await findTenant(db, call), trackingId)
  if (found.row.record.properties.isEventSensitive === true) {
    const [through] = requireElevated(found.concerned)
    await db.transaction().execute((trx) =>
      recordAudit(trx, actorOf(call), {
        scopeId: through.id,
        action: 'event.read-details',
        target: `event ${trackingId}`,
      }),
    )
  }
  return { ...found, reader: { ...found.reader, seesDetails: true } }
}
