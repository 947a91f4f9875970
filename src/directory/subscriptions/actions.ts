import { randomUUIDv7 } from 'node:crypto'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { lockByName } from '../../platform/db/lock.ts'
import { lockCallerShared } from '../accounts/actions.ts'
import { type Actor, actorOf, recordAudit } from '../audit.ts'
import { type Call, principalOf } from '../caller.ts'
import { runOperatorTransaction } from '../operators/actions.ts'
import { findRepeated } from '../repeats/actions.ts'
import {
  notAnOrganization,
  organizationNotFound,
  principalNotFound,
  roleNotFound,
  roleTooLow,
  subscriptionExists,
  subscriptionNotFound,
  subscriptionNotVisible,
  subscriptionRetired,
} from './errors.ts'
import type * as rules from './rules.ts'
import * as store from './store.ts'
import type { NewSubscription, SubscriptionChange, SubscriptionRole } from './wire.ts'

/**
 * Asks again, inside the transaction, for the role that the guard found. Whoever takes the role away, or
 * disables or signs out the caller, waits until the transaction has ended.
 */
export async function confirmRole(
  trx: Trx,
  { caller }: Call,
  id: string,
  right: string,
  roles: readonly rules.SubscriptionRole[],
): Promise<void> {
  const state = await lockCallerShared(trx, caller)
  const role = await store.shareRole(trx, id, principalOf(caller))
  if (!state || !role) throw subscriptionNotVisible(id)
  if (!roles.includes(role)) throw roleTooLow(right, roles)
}

export async function addSubscription(
  db: Db,
  call: Call,
  input: NewSubscription,
): Promise<store.SubscriptionRow> {
  const { organization_id, display_name } = input
  const id = (input.id ?? randomUUIDv7()).toLowerCase()
  return runOperatorTransaction(db, call, async (trx) => {
    const repeated = await findRepeated(trx, call, id)
    if (repeated !== undefined) return requireSubscription(trx, repeated)
    if (!(await store.hasOrganization(trx, organization_id))) {
      throw organizationNotFound(organization_id)
    }
    const times = { created_at: call.at, updated_at: call.at }
    const values = { id, organization_id, display_name, ...times }
    if (!(await store.insertSubscription(trx, values))) throw subscriptionExists(id)
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'subscription.create',
      target: `subscription ${id}`,
      after: { organization_id, display_name },
    })
    return requireSubscription(trx, id)
  })
}

async function requireSubscription(trx: Trx, id: string): Promise<store.SubscriptionRow> {
  const row = await store.findSubscription(trx, id)
  if (!row) throw subscriptionNotFound(id)
  return row
}

export function renameSubscription(
  db: Db,
  call: Call,
  id: string,
  { display_name }: SubscriptionChange,
): Promise<store.SubscriptionRow> {
  return runOperatorTransaction(db, call, async (trx) => {
    const before = await store.lockSubscription(trx, id)
    if (!before) throw subscriptionNotFound(id)
    await store.setSubscription(trx, id, { display_name, updated_at: call.at })
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'subscription.rename',
      target: `subscription ${id}`,
      before: { display_name: before.display_name },
      after: { display_name },
    })
    return requireSubscription(trx, id)
  })
}

/** Takes all roles, so nobody reads or changes anything there any more. There is no way back. */
export function retireSubscription(db: Db, call: Call, id: string): Promise<store.SubscriptionRow> {
  return runOperatorTransaction(db, call, async (trx) => {
    const before = await store.lockSubscription(trx, id)
    if (!before) throw subscriptionNotFound(id)
    if (!before.retired_at) {
      await store.setSubscription(trx, id, { retired_at: call.at, updated_at: call.at })
      const roles = await store.deleteMembers(trx, id)
      await store.deleteFootprint(trx, id)
      await store.deleteNotifications(trx, id)
      await recordAudit(trx, actorOf(call), {
        scopeId: id,
        action: 'subscription.retire',
        target: `subscription ${id}`,
        before: { roles },
      })
    }
    return requireSubscription(trx, id)
  })
}

export async function setRole(
  db: Db,
  call: Call,
  id: string,
  principalId: string,
  { role, includes_collaborators = false }: SubscriptionRole,
): Promise<void> {
  await runOperatorTransaction(db, call, async (trx) => {
    const subscription = await store.lockSubscription(trx, id)
    if (!subscription) throw subscriptionNotFound(id)
    if (subscription.retired_at) throw subscriptionRetired(id)
    // Whoever deletes an organization or a group waits, and takes the role too.
    await lockByName(trx, 'principal', principalId)
    const kind = await store.findPrincipalKind(trx, principalId)
    if (!kind) throw principalNotFound(principalId)
    if (includes_collaborators && kind !== 'organization') throw notAnOrganization(principalId)
    const given = { role, includes_collaborators }
    const key = { subscription_id: id, principal_id: principalId, kind }
    await store.putMember(trx, { ...key, ...given, created_at: call.at })
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'subscription.set-role',
      target: `principal ${principalId}`,
      after: { kind, role, ...(includes_collaborators && { includes_collaborators }) },
    })
  })
}

export async function removeRole(
  db: Db,
  call: Call,
  id: string,
  principalId: string,
): Promise<void> {
  await runOperatorTransaction(db, call, async (trx) => {
    if (!(await store.deleteMember(trx, id, principalId))) throw roleNotFound(principalId)
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'subscription.remove-role',
      target: `principal ${principalId}`,
    })
  })
}

/** Of an organization or a group that ceases to exist. Answers on which subscriptions. */
export async function removeRolesOf(
  trx: Trx,
  actor: Actor,
  principalId: string,
): Promise<string[]> {
  const taken = await store.deleteRolesOf(trx, principalId)
  const changes = taken.map(({ subscription_id, role }) => ({
    scopeId: subscription_id,
    action: 'subscription.remove-role' as const,
    target: `principal ${principalId}`,
    before: { role },
  }))
  await recordAudit(trx, actor, ...changes)
  return taken.map(({ subscription_id }) => subscription_id)
}
