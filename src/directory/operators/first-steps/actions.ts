import { randomUUIDv7 } from 'node:crypto'
import type { Db } from '../../../platform/db/connect.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { actorOf, recordAudit } from '../../audit.ts'
import type { Call } from '../../caller.ts'
import { mailAccount } from '../../notices/actions.ts'
import { toMinute } from '../../notices/rules.ts'
import { runOperatorTransaction } from '../actions.ts'
import { addressMissing, mailLimited, mailOff } from '../errors.ts'

/** Answers the address of the operator who asks, to which the mail goes. */
export async function sendTestMail(db: Db, mailer: Mailer, call: Call): Promise<string> {
  const { caller } = call
  if (caller.kind !== 'user') throw addressMissing()
  const { id, email } = caller.account
  return runOperatorTransaction(db, call, async (trx) => {
    if (!mailer.isOn) throw mailOff()
    const event = `test-mail ${randomUUIDv7()}`
    const message = {
      title: 'A test of e-mail from Binnacle',
      paragraphs: [
        `You asked for this e-mail in Binnacle at ${toMinute(call.at)}. Binnacle can send e-mail.`,
      ],
      link: { label: 'Open Binnacle', url: mailer.linkTo('/') },
    }
    if (!(await mailAccount(trx, mailer, id, { event, message }))) throw mailLimited()
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'mail.test',
      target: `account ${id}`,
    })
    return email
  })
}
