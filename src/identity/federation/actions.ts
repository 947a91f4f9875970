import { admitAccount } from '../../directory/accounts/actions.ts'
import { findIdentity } from '../../directory/accounts/store.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { ProductClock } from '../../platform/time.ts'
import { confirmSignIn, type Origin } from '../sign-in/actions.ts'
import { findSignInAccount } from '../sign-in/store.ts'
import type { SignInIssuer } from '../trusted-issuers.ts'
import { judgeNewcomer, judgePerson, type Person, type Refusal } from './rules.ts'

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
): Promise<{ accountId: string } | Refusal | { fault: 'disabled' }> {
  const named = judgePerson(person)
  if ('fault' in named) return named
  const find = () => findIdentity(db, issuer.issuer, named.subject)
  let accountId = await find()
  if (accountId === undefined) {
    const newcomer = judgeNewcomer(issuer, named.subject, person)
    if ('fault' in newcomer) return newcomer
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
