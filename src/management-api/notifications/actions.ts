import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { actorOf, recordAudit } from '../../directory/audit.ts'
import type { AuditAction } from '../../directory/audit-actions.ts'
import { type Call, principalOf } from '../../directory/caller.ts'
import { confirmRole } from '../../directory/subscriptions/actions.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import { announce } from '../../platform/db/changes/announce.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { databaseTime } from '../../platform/db/database-time.ts'
import { lockByName } from '../../platform/db/lock.ts'
import { refuseAddress } from '../../platform/dns/outgoing-address.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { RealClock } from '../../platform/time.ts'
import { holdPending } from './deliveries/store.ts'
import {
  addressRefused,
  noPreviousSecret,
  noSecret,
  notificationNameInvalid,
  notificationNotFound,
  notificationOfAlert,
  sealMissing,
  tooManyNotifications,
  twoSecrets,
} from './errors.ts'
import { askIfNew, toReceiver, validateEmail } from './receivers/question.ts'
import {
  DEFAULT_HOURS_BEFORE,
  DEFAULT_NOTICES,
  DELIVERIES_TOPIC,
  maskAddress,
  rights,
  sealLabel,
} from './rules.ts'
import * as store from './store.ts'
import type { NotificationChange, NotificationInput } from './wire.ts'

export type NotificationDeps = Readonly<{
  db: Db
  seal: Seal | undefined
  /** Of the links in mails; none without a seal. */
  linkKeys: readonly Buffer[]
  realTime: RealClock
  mailer: Mailer
  notificationExceptions: readonly string[]
  notificationsPerSubscription: number
  /** Throws if a filter cannot be read, or can never fit. */
  checkFilter: (filter: string) => void
}>

export type Target = Readonly<{ subscriptionId: string; name: string }>
export type Saved = Readonly<{ row: store.NotificationRow; secret: string | undefined }>

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/

/** A transaction of somebody who may change the notifications of the subscription, one at a time. */
export async function changeNotifications<T>(
  db: Db,
  call: Call,
  subscriptionId: string,
  change: (trx: Trx) => Promise<T>,
): Promise<T> {
  const right = 'change notifications'
  const done = await db.transaction().execute(async (trx) => {
    await confirmRole(trx, call, subscriptionId, right, rights[right])
    await lockByName(trx, 'notifications', subscriptionId)
    return change(trx)
  })
  announce(db, DELIVERIES_TOPIC)
  return done
}

export async function requireNotification(
  trx: Trx,
  { subscriptionId, name }: Target,
): Promise<store.NotificationRow> {
  const row = await store.lockNotification(trx, subscriptionId, name)
  if (!row) throw notificationNotFound(name)
  return row
}

/** One that the subscription made itself: those of alert rules are changed with their rule. */
async function requireOwn(trx: Trx, target: Target): Promise<store.NotificationRow> {
  const row = await requireNotification(trx, target)
  if (row.alert_id !== null) throw notificationOfAlert(row.name)
  return row
}

export async function saveNotification(
  deps: NotificationDeps,
  call: Call,
  target: Target,
  input: NotificationInput,
): Promise<Saved> {
  const seal = validateInput(deps, target, input)
  return changeNotifications(deps.db, call, target.subscriptionId, async (trx) => {
    const before = await store.lockNotification(trx, target.subscriptionId, target.name)
    const id = before?.id ?? randomUUIDv7()
    const secret = needsSecret(input, seal, before) ? makeSecret() : undefined
    const values = {
      ...contentOf(input, seal, sealLabel(target.subscriptionId, id)),
      ...secretsOf(input, seal, sealLabel(target.subscriptionId, id), secret),
      ...toReceiver(deps, input, before),
      ...toState(input.enabled ?? true, call.at),
      updated_at: call.at,
    }
    const created = { created_by: principalOf(call.caller), created_at: call.at }
    const key = { subscription_id: target.subscriptionId, id, name: target.name }
    if (!before) {
      await requireRoom(trx, deps, target.subscriptionId)
      const row = await store.insertNotification(trx, { ...key, ...created, ...values })
      await askIfNew(trx, deps, call, row)
      await record(trx, call, 'create', row, before)
      return { row, secret }
    }
    const row = await store.updateNotification(trx, before, values)
    if (!row.is_on) await holdPending(trx, toKey(row))
    await askIfNew(trx, deps, call, row, before)
    await record(trx, call, 'replace', row, before)
    return { row, secret }
  })
}

/** What can be refused without looking at what there is. */
function validateInput(
  { seal, mailer, notificationExceptions, checkFilter }: NotificationDeps,
  { name }: Target,
  { kind, address, filter }: NotificationInput,
): Seal {
  if (!NAME.test(name)) throw notificationNameInvalid(name)
  if (!seal) throw sealMissing()
  if (kind === 'email') validateEmail(mailer, address)
  else {
    const refused = refuseAddress(address, notificationExceptions)
    if (refused) throw addressRefused(refused)
  }
  if (filter !== undefined) checkFilter(filter)
  return seal
}

const toKey = (row: store.NotificationRow) => ({ subscriptionId: row.subscription_id, id: row.id })

function needsSecret(
  { kind }: NotificationInput,
  seal: Seal,
  before: store.NotificationRow | undefined,
): boolean {
  if (kind !== 'webhook') return false
  if (!before?.sealed_secret) return true
  const label = sealLabel(before.subscription_id, before.id)
  return seal.openIfReadable(before.sealed_secret, label) === undefined
}

const contentOf = (input: NotificationInput, seal: Seal, label: string) => ({
  kind: input.kind,
  sealed_address: seal.seal(input.address, label),
  shown_address: maskAddress(input.kind, input.address),
  filter: input.filter?.trim() || null,
  notices: [...(input.notices ?? DEFAULT_NOTICES)],
  hours_before: input.hoursBefore ?? DEFAULT_HOURS_BEFORE,
})

/** The secrets of a web hook stay when it is replaced, unless they cannot be decrypted; other kinds have none. */
function secretsOf(
  { kind }: NotificationInput,
  seal: Seal,
  label: string,
  secret: string | undefined,
) {
  if (kind !== 'webhook') return { sealed_secret: null, sealed_previous_secret: null }
  if (secret === undefined) return {}
  return { sealed_secret: seal.seal(secret, label), sealed_previous_secret: null }
}

/** Turned on, a destination is as if it had never failed. */
export const toState = (isOn: boolean, at: Date) => ({
  is_on: isOn,
  off_reason: isOn ? null : 'turned-off',
  off_at: isOn ? null : at,
  due_at: isOn ? databaseTime : null,
  failure_count: 0,
  failing_since: null,
})

async function requireRoom(
  trx: Trx,
  { notificationsPerSubscription: most }: NotificationDeps,
  subscriptionId: string,
): Promise<void> {
  if ((await store.countNotifications(trx, subscriptionId)) >= most)
    throw tooManyNotifications(most)
}

const makeSecret = () => `whsec_${randomBytes(32).toString('base64')}`

export function changeNotification(
  { db, checkFilter }: NotificationDeps,
  call: Call,
  target: Target,
  { filter, notices, hoursBefore, enabled }: NotificationChange,
): Promise<store.NotificationRow> {
  if (filter !== undefined) checkFilter(filter)
  return changeNotifications(db, call, target.subscriptionId, async (trx) => {
    const before = await requireOwn(trx, target)
    const row = await store.updateNotification(trx, before, {
      ...(filter !== undefined && { filter: filter.trim() || null }),
      ...(notices && { notices: [...notices] }),
      ...(hoursBefore !== undefined && { hours_before: hoursBefore }),
      ...(enabled !== undefined && enabled !== before.is_on && toState(enabled, call.at)),
      updated_at: call.at,
    })
    if (before.is_on && !row.is_on) await holdPending(trx, toKey(row))
    await record(trx, call, 'change', row, before)
    return row
  })
}

export function deleteNotification(db: Db, call: Call, target: Target): Promise<void> {
  return changeNotifications(db, call, target.subscriptionId, async (trx) => {
    const before = await requireOwn(trx, target)
    await store.deleteNotification(trx, before)
    await recordAudit(trx, actorOf(call), {
      ...about('delete', before),
      before: toRecord(before),
    })
  })
}

/** Messages are signed with both secrets until the previous one is deleted. */
export function addSecret(
  { db, seal }: NotificationDeps,
  call: Call,
  target: Target,
): Promise<string> {
  if (!seal) throw sealMissing()
  const secret = makeSecret()
  return changeNotifications(db, call, target.subscriptionId, async (trx) => {
    const before = await requireOwn(trx, target)
    if (!before.sealed_secret) throw noSecret(before.name)
    if (before.sealed_previous_secret) throw twoSecrets(before.name)
    const label = sealLabel(before.subscription_id, before.id)
    await store.updateNotification(trx, before, {
      sealed_secret: seal.seal(secret, label),
      sealed_previous_secret: before.sealed_secret,
      updated_at: call.at,
    })
    await recordAudit(trx, actorOf(call), about('add-secret', before))
    return secret
  })
}

export function deletePreviousSecret(db: Db, call: Call, target: Target): Promise<void> {
  return changeNotifications(db, call, target.subscriptionId, async (trx) => {
    const before = await requireOwn(trx, target)
    if (!before.sealed_previous_secret) throw noPreviousSecret(before.name)
    await store.updateNotification(trx, before, {
      sealed_previous_secret: null,
      updated_at: call.at,
    })
    await recordAudit(trx, actorOf(call), about('delete-previous-secret', before))
  })
}

type What = AuditAction extends infer A ? (A extends `notification.${infer W}` ? W : never) : never

export const about = <W extends What>(
  what: W,
  { subscription_id, name }: Pick<store.NotificationRow, 'subscription_id' | 'name'>,
) => ({
  scopeId: subscription_id,
  action: `notification.${what}` as const,
  target: `notification ${name}`,
})

/** The address as it is shown: the whole one may be a secret. */
const toRecord = (row: store.NotificationRow) => ({
  kind: row.kind,
  address: row.shown_address,
  filter: row.filter,
  notices: row.notices,
  enabled: row.is_on,
})

const record = (
  trx: Trx,
  call: Call,
  what: 'create' | 'replace' | 'change',
  row: store.NotificationRow,
  before: store.NotificationRow | undefined,
) =>
  recordAudit(trx, actorOf(call), {
    ...about(what, row),
    ...(before && { before: toRecord(before) }),
    after: toRecord(row),
  })
