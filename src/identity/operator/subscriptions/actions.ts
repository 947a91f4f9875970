import { randomUUIDv7 } from 'node:crypto'
import { actorOf, recordAudit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { operate } from '../../../platform/db/operate.ts'
import {
  organizationNotFound,
  principalNotFound,
  roleNotFound,
  subscriptionExists,
  subscriptionNotFound,
} from '../errors.ts'
import * as store from './store.ts'
import type { NewSubscription, SubscriptionRole } from './wire.ts'

export async function addSubscription(
  db: Db,
  call: Call,
  wish: NewSubscription,
): Promise<store.SubscriptionRow> {
  const { organization_id, display_name } = wish
  const id = (wish.id ?? randomUUIDv7()).toLowerCase()
  return operate(db, call, async (trx) => {
    if (!(await store.hasOrganization(trx, organization_id))) {
      throw organizationNotFound(organization_id)
    }
    const times = { created_at: call.at, updated_at: call.at }
    const row = await store.insertSubscription(trx, { id, organization_id, display_name, ...times })
    if (!row) throw subscriptionExists(id)
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'subscription.create',
      target: `subscription ${id}`,
      after: { organization_id, display_name },
    })
    return row
  })
}

export async function setRole(
  db: Db,
  call: Call,
  id: string,
  principalId: string,
  { role }: SubscriptionRole,
): Promise<void> {
  await operate(db, call, async (trx) => {
    if (!(await store.findSubscription(trx, id))) throw subscriptionNotFound(id)
    if (!(await store.hasPrincipal(trx, principalId))) throw principalNotFound(principalId)
    const key = { subscription_id: id, principal_id: principalId }
    await store.putMember(trx, { ...key, role, created_at: call.at })
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'subscription.set-role',
      target: `principal ${principalId}`,
      after: { role },
    })
  })
}

export async function removeRole(
  db: Db,
  call: Call,
  id: string,
  principalId: string,
): Promise<void> {
  await operate(db, call, async (trx) => {
    if (!(await store.deleteMember(trx, id, principalId))) throw roleNotFound(principalId)
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'subscription.remove-role',
      target: `principal ${principalId}`,
    })
  })
}
