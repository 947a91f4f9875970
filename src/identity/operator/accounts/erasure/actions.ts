import { accountNotFound } from '../../../../directory/accounts/errors.ts'
import { changeName, lockName } from '../../../../directory/accounts/names/store.ts'
import {
  findAccount,
  lockAccountAlone,
  lockAccounts,
  setAccount,
} from '../../../../directory/accounts/store.ts'
import { actorOf, recordAudit } from '../../../../directory/audit.ts'
import { accountIdOf, type Call } from '../../../../directory/caller.ts'
import { confirmOperator } from '../../../../directory/operators/actions.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { RealClock } from '../../../../platform/time.ts'
import { deleteSecondFactors } from '../../../second-factor/store.ts'
import { endPasswordLinks, forgetPassword, signOutEverywhere } from '../../../sign-in/actions.ts'
import { accountNotDisabled, personRequired } from '../../errors.ts'
import * as store from './store.ts'

/**
 * Removes who a disabled account was: name, e-mail address, identities, password and addresses, also from
 * the audit trail. The ids stay, and with them what was done. A second time changes nothing.
 */
export async function eraseAccount(
  db: Db,
  call: Call,
  realTime: RealClock,
  id: string,
): Promise<void> {
  if (call.caller.kind === 'service') throw personRequired()
  const callerId = accountIdOf(call.caller)
  await db.transaction().execute(async (trx) => {
    await lockAccountAlone(trx, id)
    await lockName(trx, id)
    await store.clearAddresses(trx, id)
    await lockAccounts(trx, callerId === null ? [id] : [id, callerId])
    await confirmOperator(trx, call)
    const account = await findAccount(trx, id)
    if (!account) throw accountNotFound(id)
    if (!account.disabled_at) throw accountNotDisabled(id)
    if (account.erased_at) return
    await store.deleteInvitationsTo(trx, id)
    const auditRows = await store.erasePersonFromAudit(trx, id)
    await forgetPassword(trx, id)
    await endPasswordLinks(trx, id)
    await deleteSecondFactors(trx, id)
    await signOutEverywhere(trx, id, realTime)
    await store.deleteIdentities(trx, id)
    await store.deleteGroups(trx, id)
    await store.deleteEmails(trx, id)
    const name = `erased-${id}`
    await changeName(trx, id, name)
    await setAccount(trx, id, {
      name,
      display_name: 'Erased account',
      email: `${name}@erased.invalid`,
      is_operator: false,
      erased_at: call.at,
      updated_at: call.at,
    })
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'account.erase',
      target: `account ${id}`,
      after: { auditRows },
    })
  })
}
