import { actorOf, recordAudit } from '../../../../directory/audit.ts'
import type { Call } from '../../../../directory/caller.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { OrganizationTarget } from '../../access.ts'
import { confirmRight } from '../../actions.ts'
import { organizationNotFound } from '../../errors.ts'
import { defaultBeyondLongest } from './errors.ts'
import type { TokenLife } from './rules.ts'
import * as store from './store.ts'

/** For new tokens: those that exist stay as they are. */
export async function changeLife(
  db: Db,
  call: Call,
  target: OrganizationTarget,
  life: TokenLife,
): Promise<void> {
  const { longestDays, defaultDays } = life
  if (longestDays !== null && defaultDays !== null && defaultDays > longestDays) {
    throw defaultBeyondLongest(defaultDays, longestDays)
  }
  await db.transaction().execute(async (trx) => {
    const { ownerId } = await confirmRight(trx, call, 'change organization', target)
    const before = await store.findLife(trx, ownerId)
    if (!before) throw organizationNotFound()
    await store.setLife(trx, ownerId, life)
    await recordAudit(trx, actorOf(call), {
      scopeId: ownerId,
      action: 'organization.set-token-life',
      target: `organization ${ownerId}`,
      before,
      after: life,
    })
  })
}
