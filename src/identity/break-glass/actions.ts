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
import { toBreakGlassMail } from './mail.ts'
import { BREAK_GLASS_LINK_MS, mayBreakGlass } from './rules.ts'

/** The secret is in the result and nowhere else. Links made before end: the last one counts. */
export function makeBreakGlassLink(db: Db, actor: SignInActor, login: string): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  return db.transaction().execute(async (trx) => {
    const found = await links.findByLogin(trx, login)
    if (!found) throw accountNotFound(login)
    await lockAccounts(trx, [found.id])
    if (!mayBreakGlass(await findAccount(trx, found.id))) throw notAnOperator(login)
    await links.deleteOpenLinks(trx, found.id)
    await links.insertLink(trx, {
      hash: digestOf(secret),
      account_id: found.id,
      is_break_glass: true,
      created_at: actor.at,
      expires_at: addMs(actor.at, BREAK_GLASS_LINK_MS),
    })
    await recordAudit(trx, actor, {
      scopeId: found.id,
      action: 'account.break-glass-link',
      target: `account ${found.id}`,
    })
    return secret
  })
}

/** The e-mail address of whom a link signs in, while it can be used. */
export async function findBreakGlassEmail(
  db: Db,
  secret: string,
  now: RealTime,
): Promise<string | undefined> {
  const id = await links.findLink(db, 'break-glass', digestOf(secret), now)
  const account = id === undefined ? undefined : await findAccount(db, id)
  return mayBreakGlass(account) ? account.email : undefined
}

type Attempt = Readonly<{ secret: string; client: string }>

/** Answers the account, or undefined if the link is ended or its account is not an operator any more. */
export function signInByBreakGlass(
  { db, mailer }: Readonly<{ db: Db; mailer: Mailer }>,
  { secret, client }: Attempt,
  { realTime, source, requestId }: Origin,
): Promise<string | undefined> {
  const hash = digestOf(secret)
  return db.transaction().execute(async (trx) => {
    const id = await links.findLink(trx, 'break-glass', hash, realTime())
    if (id === undefined) return undefined
    await lockAccounts(trx, [id])
    const at = realTime()
    if ((await links.useLink(trx, 'break-glass', hash, at)) === undefined) return undefined
    const account = await findAccount(trx, id)
    if (!mayBreakGlass(account)) return undefined
    const actor = { kind: 'account', id, at, source, requestId } as const
    await recordAudit(trx, actor, {
      scopeId: id,
      action: 'account.break-glass-sign-in',
      target: `account ${id}`,
      after: { client },
    })
    await mailOperators(trx, mailer, {
      event: `break-glass ${randomUUIDv7()}`,
      message: toBreakGlassMail({ email: account.email, address: source, at }),
    })
    return id
  })
}
