import { actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call } from '../../../directory/caller.ts'
import { subscriptionNotFound } from '../../../directory/subscriptions/errors.ts'
import type { Subscription, SubscriptionRole } from '../../../directory/subscriptions/rules.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { advisoryNotFound, detailsForbidden, eventNotFound } from '../errors.ts'
import { keysOf, maySeeDetails } from '../rules.ts'
import { type Reader, readerOf } from './rules.ts'
import * as store from './store.ts'

/** Whose eyes the events are seen through. */
export async function findReader(db: Db, subscriptionId: string): Promise<Reader> {
  const found = await store.findReader(db, subscriptionId)
  if (!found) throw subscriptionNotFound(subscriptionId)
  const keys = new Set(keysOf(subscriptionId, found.keys ?? []))
  return readerOf(subscriptionId, found.organization_id, keys)
}

/** A sensitive event only for whom its details are; an unknown one and a stranger's look alike. */
export async function findEventFor(
  db: Db,
  reader: Reader,
  role: SubscriptionRole,
  trackingId: string,
): Promise<store.EventRow> {
  const keys = [...reader.keys]
  const row = await store.findEvent(db, trackingId, { keys, start: undefined, filter: undefined })
  if (!row) throw eventNotFound(trackingId)
  const isSensitive = row.record.properties.isEventSensitive === true
  if (isSensitive && !maySeeDetails(role)) throw detailsForbidden()
  return row
}

/** The list of a security advisory is for no other type of event. */
export function requireAdvisory({ tracking_id, record }: store.EventRow): void {
  if (record.properties.eventType !== 'SecurityAdvisory') throw advisoryNotFound(tracking_id)
}

/** The whole event. Whoever reads the details of a sensitive one is on record. */
export async function fetchDetails(
  db: Db,
  call: Call,
  subscription: Subscription,
  trackingId: string,
): Promise<{ row: store.EventRow; reader: Reader }> {
  const reader = await findReader(db, subscription.id)
  const row = await findEventFor(db, reader, subscription.role, trackingId)
  if (row.record.properties.isEventSensitive === true) {
    await db.transaction().execute((trx) =>
      recordAudit(trx, actorOf(call), {
        scopeId: subscription.id,
        action: 'event.read-details',
        target: `event ${row.tracking_id}`,
      }),
    )
  }
  return { row, reader: { ...reader, seesDetails: true } }
}
