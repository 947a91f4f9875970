import { randomUUIDv7 } from 'node:crypto'
import { accountNotFound } from '../../../../directory/accounts/errors.ts'
import { findAccount, lockAccounts } from '../../../../directory/accounts/store.ts'
import { actorOf, recordAudit } from '../../../../directory/audit.ts'
import { accountIdOf, type Call } from '../../../../directory/caller.ts'
import { mailAccount } from '../../../../directory/notices/actions.ts'
import { confirmOperator } from '../../../../directory/operators/actions.ts'
import type { Db } from '../../../../platform/db/connect.ts'
import type { Mailer } from '../../../../platform/mail/mailer.ts'
import type { RealClock } from '../../../../platform/time.ts'
import { toFactorMail } from '../../../second-factor/mail.ts'
import { deleteSecondFactors } from '../../../second-factor/store.ts'
import { signOutEverywhere } from '../../../sign-in/actions.ts'
import { personRequired } from '../../errors.ts'

/** Whoever lost them signs in as before, and sets new ones up if they are required. A thief's session ends. */
export async function resetSecondFactors(
  db: Db,
  call: Call,
  { realTime, mailer }: Readonly<{ realTime: RealClock; mailer: Mailer }>,
  id: string,
): Promise<void> {
  if (call.caller.kind === 'service') throw personRequired()
  const callerId = accountIdOf(call.caller)
  await db.transaction().execute(async (trx) => {
    await lockAccounts(trx, callerId === null ? [id] : [id, callerId])
    await confirmOperator(trx, call)
    if (!(await findAccount(trx, id))) throw accountNotFound(id)
    await deleteSecondFactors(trx, id)
    await signOutEverywhere(trx, id, realTime)
    const at = realTime()
    await recordAudit(
      trx,
      { ...actorOf(call), at },
      { scopeId: id, action: 'account.second-factor-reset', target: `account ${id}` },
    )
    await mailAccount(trx, mailer, id, {
      event: `second factors reset ${randomUUIDv7()}`,
      message: toFactorMail(
        { kind: 'reset' },
        { at, address: call.source },
        mailer.linkTo('/account'),
      ),
    })
  })
}
