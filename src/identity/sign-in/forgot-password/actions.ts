import { randomBytes } from 'node:crypto'
import { findAccount, lockAccounts } from '../../../directory/accounts/store.ts'
import { recordAudit } from '../../../directory/audit.ts'
import { digestOf } from '../../../platform/crypto/digest.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { networksOf } from '../../../platform/http/limits/networks.ts'
import { toEmailKey } from '../../../platform/mail/address.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import { addMs } from '../../../platform/time.ts'
import type { Origin } from '../actions.ts'
import { toPasswordLinkMail } from '../mail.ts'
import { MAILED_LINK_LIFETIME_MS } from '../rules.ts'
import * as store from '../store.ts'

type Deps = Readonly<{ db: Db; mailer: Mailer; linkTo: (secret: string) => string }>
type Asked = Readonly<{ accountId: string; email: string }>

/**
 * Mails a link to the address that was asked for, if it is the one of an enabled account with a password.
 * The links that were mailed before end; beyond the limit of the day nothing is sent, and nothing ends.
 */
export async function mailPasswordLink(
  { db, mailer, linkTo }: Deps,
  { accountId, email }: Asked,
  { realTime, source, requestId }: Origin,
): Promise<void> {
  const secret = randomBytes(32).toString('base64url')
  const hash = digestOf(secret)
  await db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [accountId])
    const account = await findAccount(trx, accountId)
    if (!account || account.disabled_at) return
    if (toEmailKey(account.email) !== toEmailKey(email.trim())) return
    if (!(await store.findPasswordTime(trx, accountId))) return
    const at = realTime()
    const isQueued = await mailer.enqueue(trx, {
      event: `password link ${hash.toString('hex').slice(0, 32)}`,
      to: account.email,
      message: toPasswordLinkMail({ address: source, at }, linkTo(secret)),
      kind: 'request',
      senderId: `network ${networksOf(source).near}`,
    })
    if (!isQueued) return
    await store.deleteOpenMailedLinks(trx, accountId)
    await store.insertLink(trx, {
      hash,
      account_id: accountId,
      is_mailed: true,
      created_at: at,
      expires_at: addMs(at, MAILED_LINK_LIFETIME_MS),
    })
    await recordAudit(
      trx,
      { kind: 'anonymous', id: null, at, source, requestId },
      {
        scopeId: accountId,
        action: 'account.password-link',
        target: `account ${accountId}`,
        after: { isMailed: true },
      },
    )
  })
}
