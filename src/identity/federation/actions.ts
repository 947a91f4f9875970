import { admitAccount } from '../../directory/accounts/actions.ts'
import { findIdentity, insertIdentity, shareAccount } from '../../directory/accounts/store.ts'
import { recordAudit } from '../../directory/audit.ts'
import type { Db } from '../../platform/db/connect.ts'
import { lockByName } from '../../platform/db/lock.ts'
import { sendStatements } from '../../platform/db/pipeline/send-statements.ts'
import type { ProductClock } from '../../platform/time.ts'
import { confirmSignIn, type Origin } from '../sign-in/actions.ts'
import { findByLogin, findSignInAccount } from '../sign-in/store.ts'
import type { SignInIssuer } from '../trusted-issuers.ts'
import {
  judgeNewcomer,
  judgePerson,
  mayLink,
  type Person,
  type Refusal,
  type Unlinked,
} from './rules.ts'

export type FederatedSignIn = Readonly<{
  issuer: SignInIssuer
  person: Person
  /** The client that the person signs in for. */
  client: string
}>
export type AdmissionDeps = Readonly<{
  db: Db
  productTime: ProductClock
  freedNameDays: number
}>

/** The account behind an identity, which is made at its first sign-in; never found by e-mail. */
export async function signInByIssuer(
  { db, productTime, freedNameDays }: AdmissionDeps,
  { issuer, person, client }: FederatedSignIn,
  by: Origin,
): Promise<{ accountId: string } | Refusal | { fault: 'disabled' } | { unlinked: Unlinked }> {
  const named = judgePerson(issuer, person)
  if ('fault' in named) return named
  const find = () => findIdentity(db, issuer.issuer, named.subject)
  let accountId = await find()
  if (accountId === undefined) {
    const newcomer = judgeNewcomer(issuer, named.subject, person)
    if ('fault' in newcomer) return newcomer
    const { subject, email } = newcomer
    // Whose account it is, only its password can tell: an e-mail address alone opens nothing.
    if (await findByLogin(db, email)) return { unlinked: { issuer: issuer.issuer, subject, email } }
    const { source, requestId } = by
    await admitAccount(db, newcomer, { at: productTime(), source, requestId }, freedNameDays)
    accountId = await find()
  }
  const account = accountId === undefined ? undefined : await findSignInAccount(db, accountId)
  if (!account || account.disabledAt) return { fault: 'disabled' }
  const attempt = { client, issuer: issuer.issuer, address: by.source, requestId: by.requestId }
  const isConfirmed = await confirmSignIn(db, account, attempt, by.realTime)
  return isConfirmed ? { accountId: account.id } : { fault: 'disabled' }
}

/** Both are proven: the identity by the issuer, the account by its password. False if they do not belong together. */
export function linkIdentity(
  db: Db,
  accountId: string,
  unlinked: Unlinked,
  { realTime, source, requestId }: Origin,
): Promise<boolean> {
  const { issuer, subject } = unlinked
  return db.transaction().execute(async (trx) => {
    await lockByName(trx, 'identity', issuer, subject)
    const account = await sendStatements(trx, shareAccount(trx, accountId))
    if (!mayLink(unlinked, account) || (await findIdentity(trx, issuer, subject))) return false
    await insertIdentity(trx, issuer, subject, accountId)
    const actor = { kind: 'account', id: accountId, at: realTime(), source, requestId } as const
    await recordAudit(trx, actor, {
      scopeId: accountId,
      action: 'account.link-identity',
      target: `account ${accountId}`,
      after: { issuer },
    })
    return true
  })
}
