import { randomUUIDv7 } from 'node:crypto'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call } from '../../../directory/caller.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { changeNotifications, toState } from '../../notifications/actions.ts'
import { updateNotification } from '../../notifications/store.ts'
import {
  type AlertRuleDeps,
  applyAlertRules,
  openAddresses,
  requireSeal,
  sealAddresses,
} from '../actions.ts'
import {
  alertResourceNameInvalid,
  alertResourceNotFound,
  receiverNotFound,
  receiverOn,
  tooManyAlertResources,
} from '../errors.ts'
import { isName, isResourceGroup, type ResourceName, toResourceId } from '../rules.ts'
import { listOff } from '../store.ts'
import { readReceivers, type StoredGroup, toStoredGroup } from './rules.ts'
import * as store from './store.ts'
import type { ActionGroupInput, ActionGroupPatch } from './wire.ts'

export type Target = ResourceName & Readonly<{ subscriptionId: string }>

export async function saveActionGroup(
  deps: AlertRuleDeps,
  call: Call,
  target: Target,
  input: ActionGroupInput,
): Promise<store.GroupRow> {
  const { subscriptionId, resourceGroup, name } = target
  if (!isResourceGroup(resourceGroup)) throw alertResourceNameInvalid(resourceGroup)
  if (!isName(name)) throw alertResourceNameInvalid(name)
  const seal = requireSeal(deps.seal)
  const receivers = readReceivers(input.properties, deps.notificationExceptions)
  const content = toStoredGroup(input, receivers)
  const addresses = receivers.map(({ address }) => address)
  return changeNotifications(deps.db, call, subscriptionId, async (trx) => {
    const before = await store.findActionGroup(trx, subscriptionId, target)
    const key = { subscription_id: subscriptionId, id: before?.id ?? randomUUIDv7() }
    const sealed_addresses = sealAddresses(seal, key, addresses)
    if (before) {
      const change = { content, sealed_addresses, updated_at: call.at }
      await store.updateActionGroup(trx, before, change)
    } else {
      const { notificationsPerSubscription: most } = deps
      const all = await store.listActionGroups(trx, subscriptionId)
      if (all.length >= most) throw tooManyAlertResources('actionGroups', most)
      const times = { created_at: call.at, updated_at: call.at }
      const named = { resource_group: resourceGroup, name }
      await store.insertActionGroup(trx, { ...key, ...named, content, sealed_addresses, ...times })
    }
    await applyAlertRules(trx, { deps, seal, call, subscriptionId })
    await record(trx, call, target, { before: before?.content, after: content })
    return requireGroup(trx, target)
  })
}

export function changeActionGroup(
  deps: AlertRuleDeps,
  call: Call,
  target: Target,
  { tags, properties }: ActionGroupPatch,
): Promise<store.GroupRow> {
  const { subscriptionId } = target
  const seal = requireSeal(deps.seal)
  return changeNotifications(deps.db, call, subscriptionId, async (trx) => {
    const before = await requireGroup(trx, target)
    // The answer contains them: throws if they cannot be decrypted.
    openAddresses(seal, before)
    const enabled = properties?.enabled ?? before.content.enabled
    const content = { ...before.content, enabled, ...(tags && { tags }) }
    await store.updateActionGroup(trx, before, { content, updated_at: call.at })
    await applyAlertRules(trx, { deps, seal, call, subscriptionId })
    await record(trx, call, target, { before: before.content, after: content })
    return requireGroup(trx, target)
  })
}

/** Answers whether there was one. Rules that name it call nobody until there is one of that name again. */
export function deleteActionGroup(
  deps: AlertRuleDeps,
  call: Call,
  target: Target,
): Promise<boolean> {
  const { subscriptionId } = target
  const seal = requireSeal(deps.seal)
  return changeNotifications(deps.db, call, subscriptionId, async (trx) => {
    const before = await store.findActionGroup(trx, subscriptionId, target)
    if (!before) return false
    await store.deleteActionGroup(trx, before)
    await applyAlertRules(trx, { deps, seal, call, subscriptionId })
    await recordAudit(trx, actorOf(call), {
      ...about(target),
      action: 'action-group.delete',
      before: before.content,
    })
    return true
  })
}

/** Turns a web hook on again that is off because it was gone or failed for too long. */
export function enableReceiver(
  { db, vendorNamespace }: AlertRuleDeps,
  call: Call,
  target: Target,
  receiverName: string,
): Promise<void> {
  const { subscriptionId } = target
  return changeNotifications(db, call, subscriptionId, async (trx) => {
    const { content, ...row } = await requireGroup(trx, target)
    const isNamed = ({ name }: { name: string }) =>
      name.toLowerCase() === receiverName.toLowerCase()
    if (!content.webhookReceivers.some(isNamed)) throw receiverNotFound(receiverName)
    const stored = { resourceGroup: row.resource_group, name: row.name }
    const id = toResourceId(vendorNamespace, subscriptionId, 'actionGroups', stored)
    const off = await listOff(trx, subscriptionId, id, receiverName)
    if (off.length === 0) throw receiverOn(receiverName)
    const state = { ...toState(true, call.at), updated_at: call.at }
    for (const one of off) await updateNotification(trx, one, state)
    await recordAudit(trx, actorOf(call), {
      ...about(target),
      action: 'action-group.enable-receiver',
      after: { receiverName },
    })
  })
}

async function requireGroup(trx: Trx, target: Target): Promise<store.GroupRow> {
  const row = await store.findActionGroup(trx, target.subscriptionId, target)
  if (!row) throw alertResourceNotFound('actionGroups', target.resourceGroup, target.name)
  return row
}

const about = ({ subscriptionId, resourceGroup, name }: Target) => ({
  scopeId: subscriptionId,
  target: `action group ${resourceGroup}/${name}`,
})

type Contents = Readonly<{ before: StoredGroup | undefined; after: StoredGroup }>

const record = (trx: Trx, call: Call, target: Target, { before, after }: Contents) =>
  recordAudit(trx, actorOf(call), {
    ...about(target),
    action: before ? 'action-group.change' : 'action-group.create',
    ...(before && { before }),
    after,
  })
