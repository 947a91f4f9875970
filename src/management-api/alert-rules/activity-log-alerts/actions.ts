import { randomUUIDv7 } from 'node:crypto'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call } from '../../../directory/caller.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { changeNotifications } from '../../notifications/actions.ts'
import { findActionGroup } from '../action-groups/store.ts'
import { type AlertRuleDeps, applyAlertRules, requireSeal } from '../actions.ts'
import {
  alertResourceNameInvalid,
  alertResourceNotFound,
  alertRuleInvalid,
  tooManyAlertResources,
} from '../errors.ts'
import { isName, isResourceGroup, type ResourceName } from '../rules.ts'
import { deleteCallsOf } from '../store.ts'
import {
  checkServices,
  listGroupsOf,
  listServices,
  type StoredAlert,
  toStoredAlert,
} from './rules.ts'
import * as store from './store.ts'
import type { AlertInput, AlertPatch } from './wire.ts'

type Target = ResourceName & Readonly<{ subscriptionId: string }>

export function saveAlert(
  deps: AlertRuleDeps,
  call: Call,
  target: Target,
  input: AlertInput,
): Promise<store.AlertRow> {
  const { subscriptionId, resourceGroup, name } = target
  if (!isResourceGroup(resourceGroup)) throw alertResourceNameInvalid(resourceGroup)
  if (!isName(name)) throw alertResourceNameInvalid(name)
  const seal = requireSeal(deps.seal)
  const content = toStoredAlert(input, subscriptionId)
  const groups = listGroupsOf(content, subscriptionId, deps.vendorNamespace)
  return changeNotifications(deps.db, call, subscriptionId, async (trx) => {
    for (const group of groups) await requireGroup(trx, subscriptionId, group)
    const unknown = await deps.findUnknownServices(trx, listServices(content))
    checkServices(content, unknown, deps.vendorNamespace)
    const before = await store.findActivityLogAlert(trx, subscriptionId, target)
    if (before) {
      await store.updateActivityLogAlert(trx, before, { content, updated_at: call.at })
    } else {
      const { notificationsPerSubscription: most } = deps
      const all = await store.listActivityLogAlerts(trx, subscriptionId)
      if (all.length >= most) throw tooManyAlertResources('activityLogAlerts', most)
      await store.insertActivityLogAlert(trx, {
        ...{ subscription_id: subscriptionId, id: randomUUIDv7() },
        ...{ resource_group: resourceGroup, name, content },
        ...{ created_at: call.at, updated_at: call.at },
      })
    }
    await applyAlertRules(trx, { deps, seal, call, subscriptionId })
    await record(trx, call, target, { before: before?.content, after: content })
    return requireAlert(trx, target)
  })
}

export function changeAlert(
  deps: AlertRuleDeps,
  call: Call,
  target: Target,
  { tags, properties }: AlertPatch,
): Promise<store.AlertRow> {
  const { subscriptionId } = target
  const seal = requireSeal(deps.seal)
  return changeNotifications(deps.db, call, subscriptionId, async (trx) => {
    const before = await requireAlert(trx, target)
    const enabled = properties?.enabled ?? before.content.enabled
    const content = { ...before.content, enabled, ...(tags && { tags }) }
    await store.updateActivityLogAlert(trx, before, { content, updated_at: call.at })
    await applyAlertRules(trx, { deps, seal, call, subscriptionId })
    await record(trx, call, target, { before: before.content, after: content })
    return requireAlert(trx, target)
  })
}

/** With its deliveries. Answers whether there was one. */
export function deleteAlert({ db }: AlertRuleDeps, call: Call, target: Target): Promise<boolean> {
  const { subscriptionId } = target
  return changeNotifications(db, call, subscriptionId, async (trx) => {
    const before = await store.findActivityLogAlert(trx, subscriptionId, target)
    if (!before) return false
    await deleteCallsOf(trx, subscriptionId, before.id)
    await store.deleteActivityLogAlert(trx, before)
    await recordAudit(trx, actorOf(call), {
      ...about(target),
      action: 'alert-rule.delete',
      before: before.content,
    })
    return true
  })
}

async function requireAlert(trx: Trx, target: Target): Promise<store.AlertRow> {
  const row = await store.findActivityLogAlert(trx, target.subscriptionId, target)
  if (!row) throw alertResourceNotFound('activityLogAlerts', target.resourceGroup, target.name)
  return row
}

async function requireGroup(trx: Trx, subscriptionId: string, group: ResourceName): Promise<void> {
  if (await findActionGroup(trx, subscriptionId, group)) return
  throw alertRuleInvalid(
    `The resource group ${group.resourceGroup} has no action group named ${group.name}. Create it first.`,
  )
}

const about = ({ subscriptionId, resourceGroup, name }: Target) => ({
  scopeId: subscriptionId,
  target: `alert rule ${resourceGroup}/${name}`,
})

type Contents = Readonly<{ before: StoredAlert | undefined; after: StoredAlert }>

const record = (trx: Trx, call: Call, target: Target, { before, after }: Contents) =>
  recordAudit(trx, actorOf(call), {
    ...about(target),
    action: before ? 'alert-rule.change' : 'alert-rule.create',
    ...(before && { before }),
    after,
  })
