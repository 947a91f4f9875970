import type { DeliveryRow } from './deliveries/store.ts'
import type { NoticeName, NotificationKind, OffReason, ReceiverState } from './rules.ts'
import type { AlertTarget } from './sending/alert-target.ts'
import type { NotificationRow, ShownRow } from './store.ts'
import type { Delivery, Notification } from './wire.ts'

export const toShown = (row: ShownRow): Notification => ({
  ...toNotification(row),
  ...(row.last_state !== null &&
    row.last_created_at !== null && {
      lastDelivery: { state: row.last_state, createdAt: row.last_created_at.toISOString() },
    }),
})

export const toNotification = (row: NotificationRow): Notification => ({
  id: row.id,
  name: row.name,
  // The table checks it.
  kind: row.kind as NotificationKind,
  address: row.shown_address,
  ...(row.receiver_state !== null && { receiver: row.receiver_state as ReceiverState }),
  ...(row.filter !== null && { filter: row.filter }),
  notices: row.notices as NoticeName[],
  ...(row.notices.includes('maintenance') && { hoursBefore: row.hours_before }),
  enabled: row.is_on,
  ...(row.off_reason !== null &&
    row.off_at !== null && {
      off: { reason: row.off_reason as OffReason, at: row.off_at.toISOString() },
    }),
  ...(row.failing_since !== null && { failingSince: row.failing_since.toISOString() }),
  ...(row.failing_since !== null &&
    row.due_at !== null && { nextAttemptAt: row.due_at.toISOString() }),
  ...(row.sealed_previous_secret !== null && { hasPreviousSecret: true }),
  ...(row.alert !== null && { alertRule: toAlertRule(row.alert as AlertTarget) }),
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

const toAlertRule = ({ ruleId: id, actionGroupId, receiver, form }: AlertTarget) => ({
  id,
  actionGroupId,
  receiver,
  form,
})

/** `isWhole`: for a caller who may change the notification. What a destination answers can contain secrets of it. */
export const toDelivery = (row: DeliveryRow, isWhole: boolean): Delivery => ({
  id: row.id,
  kind: row.kind,
  ...(row.trackingId !== null && { trackingId: row.trackingId }),
  ...(row.revision !== null && { revision: row.revision }),
  ...(row.subject !== null && { subject: row.subject }),
  state: row.state,
  createdAt: row.createdAt.toISOString(),
  ...(row.endedAt !== null && { endedAt: row.endedAt.toISOString() }),
  attempts: row.attempts.map(({ number, at, durationMs, status, reason, answer }) => ({
    number,
    at: new Date(at).toISOString(),
    durationMs,
    ...(status !== null && { status }),
    ...(isWhole && reason !== null && { reason }),
    ...(isWhole && answer !== null && { answer }),
  })),
})
