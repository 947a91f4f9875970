import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type Call, principalOf } from '../../directory/caller.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { toState } from '../notifications/actions.ts'
import { holdPending } from '../notifications/deliveries/store.ts'
import { sealMissing } from '../notifications/errors.ts'
import { readResourceFilter } from '../notifications/resource-changes.ts'
import { type NoticeName, sealLabel } from '../notifications/rules.ts'
import {
  countNotifications,
  deleteNotification,
  insertNotification,
  updateNotification,
} from '../notifications/store.ts'
import { type GroupRow, listActionGroups } from './action-groups/store.ts'
import { type AlertRow, listActivityLogAlerts } from './activity-log-alerts/store.ts'
import { tooManyCalls } from './errors.ts'
import { sealLabel as groupLabel } from './rules.ts'
import * as store from './store.ts'
import { keyOfCall, translate, type WantedCall } from './translation.ts'

export type AlertRuleDeps = Readonly<{
  db: Db
  seal: Seal | undefined
  vendorNamespace: string
  notificationExceptions: readonly string[]
  notificationsPerSubscription: number
  /** Throws if the matcher could not read a translated filter. */
  requireReadable: (filter: string) => void
  /** Of these names, those of services that publishing refuses. */
  findUnknownServices: (db: Db, names: readonly string[]) => Promise<readonly string[]>
}>

export function requireSeal(seal: Seal | undefined): Seal {
  if (!seal) throw sealMissing()
  return seal
}

export const sealAddresses = (
  seal: Seal,
  { subscription_id, id }: Pick<GroupRow, 'subscription_id' | 'id'>,
  addresses: readonly string[],
) => seal.seal(JSON.stringify(addresses), groupLabel(subscription_id, id))

export const openAddresses = (seal: Seal, row: GroupRow): string[] =>
  JSON.parse(seal.open(row.sealed_addresses, groupLabel(row.subscription_id, row.id)))

/** No address. What such a group calls stays as it is, until its key is restored or it is set again. */
const UNREADABLE = ''

function openIfReadable(seal: Seal, row: GroupRow): string[] | undefined {
  const label = groupLabel(row.subscription_id, row.id)
  const text = seal.openIfReadable(row.sealed_addresses, label)
  return text === undefined ? undefined : JSON.parse(text)
}

type Scope = Readonly<{ deps: AlertRuleDeps; seal: Seal; call: Call; subscriptionId: string }>

/** After a change of a rule or a group: makes the rows of notification what all of them ask for. */
export async function applyAlertRules(trx: Trx, scope: Scope): Promise<void> {
  const { deps, seal, subscriptionId } = scope
  const groups = await listActionGroups(trx, subscriptionId)
  const alerts = await listActivityLogAlerts(trx, subscriptionId)
  const called = translate(
    groups.map((row) => ({
      ...toNamed(row),
      addresses: openIfReadable(seal, row) ?? row.content.webhookReceivers.map(() => UNREADABLE),
    })),
    alerts.map((row) => ({ ...toNamed(row), id: row.id })),
    { subscriptionId, vendorNamespace: deps.vendorNamespace },
  )
  const wanted = called.filter(({ address }) => address !== UNREADABLE)
  const known = await store.lockCalls(trx, subscriptionId)
  const keys = new Set(called.map(({ alertId, target }) => keyOfCall(alertId, target)))
  const before = new Map(known.map((row) => [keyOfCall(row.alert_id, row.alert), row]))
  for (const [key, row] of before) if (!keys.has(key)) await deleteNotification(trx, row)
  for (const one of wanted) {
    const row = before.get(keyOfCall(one.alertId, one.target))
    if (row) await update(trx, scope, row, one)
    else await insert(trx, scope, one)
  }
  if (wanted.length > known.length) await requireRoom(trx, scope)
}

const toNamed = <Row extends GroupRow | AlertRow>(row: Row) => ({
  resourceGroup: row.resource_group,
  name: row.name,
  content: row.content as Row['content'],
})

async function requireRoom(trx: Trx, { deps, subscriptionId }: Scope): Promise<void> {
  const { notificationsPerSubscription: most } = deps
  if ((await countNotifications(trx, subscriptionId)) > most) throw tooManyCalls(most)
}

/** Throws if what reads a translated filter later could not. */
function requireReadable(
  deps: AlertRuleDeps,
  notices: readonly NoticeName[],
  filter: string | null,
): void {
  if (filter === null) return
  if (notices.includes('resourceHealth')) readResourceFilter(filter)
  else deps.requireReadable(filter)
}

async function insert(
  trx: Trx,
  { deps, seal, call, subscriptionId }: Scope,
  { alertId, address, shownAddress, filter, notices, isOn, target }: WantedCall,
): Promise<void> {
  requireReadable(deps, notices, filter)
  const id = randomUUIDv7()
  await insertNotification(trx, {
    ...{ subscription_id: subscriptionId, id, name: toName(target, id), kind: 'webhook' },
    ...{ alert_id: alertId, alert: { ...target } },
    sealed_address: seal.seal(address, sealLabel(subscriptionId, id)),
    shown_address: shownAddress,
    filter,
    notices: [...notices],
    ...toState(isOn, call.at),
    created_by: principalOf(call.caller),
    created_at: call.at,
    updated_at: call.at,
  })
}

async function update(
  trx: Trx,
  { deps, seal, call }: Scope,
  row: store.CallRow,
  { address, shownAddress, filter, notices, isOn, target }: WantedCall,
): Promise<void> {
  const label = sealLabel(row.subscription_id, row.id)
  const isMoved = seal.openIfReadable(row.sealed_address, label) !== address
  const wasMeant = row.off_reason !== 'turned-off'
  const isSame =
    row.filter === filter &&
    isDeepStrictEqual(row.notices, notices) &&
    isDeepStrictEqual(row.alert, target)
  if (!isMoved && isSame && wasMeant === isOn) return
  requireReadable(deps, notices, filter)
  // What failed at another address says nothing about this one.
  const isReset = wasMeant !== isOn || (isMoved && !row.is_on && isOn)
  await updateNotification(trx, row, {
    ...(isMoved && { sealed_address: seal.seal(address, label), shown_address: shownAddress }),
    ...{ filter, notices: [...notices], alert: { ...target }, updated_at: call.at },
    ...(isReset && toState(isOn, call.at)),
  })
  if (!isOn && row.is_on) {
    await holdPending(trx, { subscriptionId: row.subscription_id, id: row.id })
  }
}

const LONGEST_PART = 24
const LONGEST_ID = 12

/** Readable, unique, and none that a caller can give a notification. */
function toName({ rule, receiver }: store.CallRow['alert'], id: string): string {
  const [first, second] = [rule, receiver].map((part) =>
    part.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, LONGEST_PART),
  )
  return `${first}~${second}~${id.slice(-LONGEST_ID)}`
}
