import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { findAccount, lockAccounts } from '../../directory/accounts/store.ts'
import { recordAudit } from '../../directory/audit.ts'
import { mailOperators } from '../../directory/notices/actions.ts'
import { digestOf } from '../../platform/crypto/digest.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import { addMs, type RealTime } from '../../platform/time.ts'
import type { Origin, SignInActor } from '../sign-in/actions.ts'
import * as links from '../sign-in/store.ts'
import { accountNotFound, notAnOperator } from './errors.ts'
import { toSignInLinkMail } from './mail.ts'
import { maySignInByLink, SIGN_IN_LINK_MS } from './rules.ts'

/** The secret is in the result and nowhere else. Links made before end: the last one counts. */
export function makeSignInLink(db: Db, actor: SignInActor, login: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  return db.transaction().execute(async (trx) => {
    const found = await links.findByLogin(trx, login)
    if (!found) throw accountNotFound(login)
    await lockAccounts(trx, [found.id])
    if (!maySignInByLink(await findAccount(trx, found.id))) throw notAnOperator(login)
    await links.deleteOpenLinks(trx, found.id)
    await links.insertLink(trx, {
      hash: digestOf(secret),
      account_id: found.id,
      signs_in: true,
      created_at: actor.at,
      expires_at: addMs(actor.at, SIGN_IN_LINK_MS),
    })
    await recordAudit(trx, actor, {
      scopeId: found.id,
      action: 'account.sign-in-link',
      target: `account ${found.id}`,
    })
    return secret
  })
}

/** The e-mail address of whom a link signs in, while it can be used. */
export async function findSignInLinkEmail(
  db: Db,
  secret: string,
  now: RealTime,
): Promise<string | undefined> {
  const id = await links.findLink(db, 'sign-in-link', digestOf(secret), now)
  const account = id === undefined ? undefined : await findAccount(db, id)
  return maySignInByLink(account) ? account.email : undefined
}

type Attempt = Readonly<{ secret: string; client: string }>

/** Answers the account, or undefined if the link is ended or its account is not an operator any more. */
export function signInByLink(
  { db, mailer }: Readonly<{ db: Db; mailer: Mailer }>,
  { secret, client }: Attempt,
  { realTime, source, requestId }: Origin,
): Promise<string | undefined> {
  const hash = digestOf(secret)
  return db.transaction().execute(async (trx) => {
    const id = await links.findLink(trx, 'sign-in-link', hash, realTime())
    if (id === undefined) return undefined
    await lockAccounts(trx, [id])
    const at = realTime()
    if ((await links.useLink(trx, 'sign-in-link', hash, at)) === undefined) return undefined
    const account = await findAccount(trx, id)
    if (!maySignInByLink(account)) return undefined
    const actor = { kind: 'account', id, at, source, requestId } as const
    await recordAudit(trx, actor, {
      scopeId: id,
      action: 'account.sign-in-by-link',
      target: `account ${id}`,
      after: { client },
    })
    await mailOperators(trx, mailer, {
      event: `sign-in-link ${randomUUIDv7()}`,
      message: toSignInLinkMail({ email: account.email, address: source, at }),
    })
    return id
  })
}
