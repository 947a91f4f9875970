import { admitAccount } from '../../directory/accounts/actions.ts'
import {
  findIdentity,
  findLogout,
  insertIdentity,
  shareAccount,
} from '../../directory/accounts/store.ts'
import { recordAudit } from '../../directory/audit.ts'
import type { Db } from '../../platform/db/connect.ts'
import { lockByName } from '../../platform/db/lock.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { ProductClock } from '../../platform/time.ts'
import type { PendingSignIns } from '../second-factor/pending-sign-in.ts'
import { confirmSignIn, type Origin } from '../sign-in/actions.ts'
import type { KnownBrowsers } from '../sign-in/known-browser.ts'
import { findByLogin, findSignInAccount, type SignInAccount } from '../sign-in/store.ts'
import type { SignInIssuer } from '../trusted-issuers.ts'
import {
  type IssuerProof,
  isOutdated,
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
  cookies: string | undefined
  proof: IssuerProof
}>
/** A role that stays as it is, though the groups of somebody ask for another. */
type Ungranted = Readonly<{ organization: string; reason: string }>

/** Groups give roles in organizations, which belong to area A, and on subscriptions. */
export type Groups = Readonly<{
  /** Whether the groups of people at this issuer say anything. */
  hasGroups: (issuer: string) => Promise<boolean>
  follow: (
    person: Readonly<{
      accountId: string
      issuer: string
      groups: readonly string[]
      admitted: Readonly<{ validAfter: Date | null }> | 'refused'
    }>,
    by: Origin,
  ) => Promise<readonly Ungranted[]>
}>

export type AdmissionDeps = Readonly<{
  groups: Groups
  db: Db
  productTime: ProductClock
  freedNameDays: number
  browsers: KnownBrowsers
  mailer: Mailer
  pendingSignIns: Pick<PendingSignIns, 'findStep'>
}>

type Fault = { fault: 'disabled' } | { fault: 'signed out' }

/** The account behind an identity, which is made at its first sign-in; never found by e-mail. */
export async function signInByIssuer(
  deps: AdmissionDeps,
  attempted: FederatedSignIn,
  by: Origin,
): Promise<SignedIn | Held | Refusal | Fault | { unlinked: Unlinked }> {
  const { db, productTime, freedNameDays } = deps
  const { issuer, person, proof } = attempted
  const named = judgePerson(issuer, person)
  if ('fault' in named) {
    await followGroupsOfRefused(deps, { issuer, person }, by)
    return named
  }
  const find = () => findIdentity(db, issuer.issuer, named.subject)
  let accountId = await find()
  const isNew = accountId === undefined
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
  const loggedOutAt = await findLogout(db, issuer.issuer, named.subject)
  const { validAfter } = account
  if (isOutdated(proof, { loggedOutAt, validAfter })) return { fault: 'signed out' }
  return admit(deps, attempted, { account, isNew }, by)
}

/** The roles of groups come first: they decide too whether a second factor is needed. */
async function admit(
  { db, browsers, mailer, groups, pendingSignIns }: AdmissionDeps,
  { issuer, person, client, cookies }: FederatedSignIn,
  { account, isNew }: Readonly<{ account: SignInAccount; isNew: boolean }>,
  by: Origin,
): Promise<SignedIn | Held | { fault: 'disabled' }> {
  const { id: accountId } = account
  const ungranted = await followGroups(groups, issuer, { accountId, person, admitted: account }, by)
  const { hasSecondFactor } = person
  if ((await pendingSignIns.findStep(accountId, hasSecondFactor)) !== 'none') {
    return { held: account, isNew, ungranted }
  }
  const browser = browsers.find(cookies, account)
  const isKnown = isNew || browsers.hasSignedIn(browser)
  const { source: address, requestId, realTime } = by
  const proven = { client, issuer: issuer.issuer, address, requestId, isKnown }
  const attempt = { ...proven, ...(hasSecondFactor && { secondFactor: 'issuer' as const }) }
  if (!(await confirmSignIn(db, account, attempt, { realTime, mailer }))) {
    return { fault: 'disabled' }
  }
  return { accountId, cookies: browsers.remember(account, browser), ungranted }
}

/** The issuer has confirmed who it is, and a second factor is missing. */
type Held = Readonly<{
  held: SignInAccount
  isNew: boolean
  ungranted: SignedIn['ungranted']
}>

type SignedIn = Readonly<{
  accountId: string
  /** Lines for the header `Set-Cookie`. */
  cookies: readonly string[]
  /** What the groups ask for and did not get. */
  ungranted: readonly Ungranted[] | 'groups omitted'
}>

async function followGroups(
  groups: Groups,
  { issuer }: SignInIssuer,
  {
    accountId,
    person,
    admitted,
  }: Readonly<{
    accountId: string
    person: Person
    admitted: Pick<SignInAccount, 'validAfter'> | 'refused'
  }>,
  by: Origin,
): Promise<SignedIn['ungranted']> {
  if (!(await groups.hasGroups(issuer))) return []
  if (person.groups === 'omitted') return 'groups omitted'
  return groups.follow({ accountId, issuer, groups: person.groups, admitted }, by)
}

/** Whoever is not let in any more because they left a group keeps no role of it: API tokens would go on. */
async function followGroupsOfRefused(
  { db, groups }: Pick<AdmissionDeps, 'db' | 'groups'>,
  { issuer, person }: Pick<FederatedSignIn, 'issuer' | 'person'>,
  by: Origin,
): Promise<void> {
  if (person.subject === undefined) return
  const accountId = await findIdentity(db, issuer.issuer, person.subject)
  if (accountId) await followGroups(groups, issuer, { accountId, person, admitted: 'refused' }, by)
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
    const account = await shareAccount(trx, accountId)
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
