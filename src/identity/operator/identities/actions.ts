import { accountNotFound } from '../../../directory/accounts/errors.ts'
import { LOCAL_ISSUER } from '../../../directory/accounts/rules.ts'
import * as store from '../../../directory/accounts/store.ts'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import { accountIdOf, type Call } from '../../../directory/caller.ts'
import { confirmOperator } from '../../../directory/operators/actions.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { lockByName } from '../../../platform/db/lock.ts'
import type { RealClock } from '../../../platform/time.ts'
import { signOutEverywhere } from '../../sign-in/actions.ts'
import type { TrustedIssuer } from '../../trusted-issuers.ts'
import {
  identityNotFound,
  identityTaken,
  issuerNotTrusted,
  personRequired,
  tooManyIdentities,
} from '../errors.ts'
import type { Identity } from './wire.ts'

/** More are a mistake: nobody has so many. */
const MOST = 20

/** The one for passwords is none of a trusted issuer. */
export const listIdentities = (db: Db, accountId: string): Promise<Identity[]> =>
  store.listIdentities(db, accountId, LOCAL_ISSUER)

type Deps = Readonly<{ realTime: RealClock; trustedIssuers: readonly TrustedIssuer[] }>

/** An operator vouches for what nobody has proven here: a service account may not. */
export function addIdentity(
  db: Db,
  call: Call,
  { realTime, trustedIssuers }: Deps,
  accountId: string,
  identity: Identity,
): Promise<Identity[]> {
  const { issuer, subject } = identity
  if (!trustedIssuers.some((trusted) => trusted.issuer === issuer)) throw issuerNotTrusted(issuer)
  const change = { action: 'account.link-identity', after: identity, accountId, realTime } as const
  return changeIdentities(db, call, identity, change, async (trx) => {
    const holder = await store.findIdentity(trx, issuer, subject)
    if (holder === accountId) return false
    if (holder !== undefined) throw identityTaken(holder)
    if ((await listIdentities(trx, accountId)).length >= MOST) throw tooManyIdentities(MOST)
    await store.insertIdentity(trx, issuer, subject, accountId, accountIdOf(call.caller))
    return true
  })
}

/** Sessions do not name the identity they began with, so all of them end. */
export async function removeIdentity(
  db: Db,
  call: Call,
  { realTime }: Deps,
  accountId: string,
  identity: Identity,
): Promise<void> {
  const { issuer, subject } = identity
  const change = {
    action: 'account.unlink-identity',
    before: identity,
    accountId,
    realTime,
  } as const
  await changeIdentities(db, call, identity, change, async (trx) => {
    const isRemoved =
      issuer !== LOCAL_ISSUER && (await store.deleteIdentity(trx, issuer, subject, accountId))
    if (!isRemoved) throw identityNotFound(accountId)
    await signOutEverywhere(trx, accountId, realTime)
    return true
  })
}

type Change = Readonly<{
  action: 'account.link-identity' | 'account.unlink-identity'
  before?: Identity
  after?: Identity
  accountId: string
  realTime: RealClock
}>

/** `apply` answers whether it changed anything. Answers the identities afterwards. */
function changeIdentities(
  db: Db,
  call: Call,
  { issuer, subject }: Identity,
  { accountId, realTime, ...entry }: Change,
  apply: (trx: Trx) => Promise<boolean>,
): Promise<Identity[]> {
  if (call.caller.kind === 'service') throw personRequired()
  return db.transaction().execute(async (trx) => {
    await lockByName(trx, 'identity', issuer, subject)
    const callerId = accountIdOf(call.caller)
    await store.lockAccounts(trx, callerId === null ? [accountId] : [accountId, callerId])
    await confirmOperator(trx, call)
    if (!(await store.hasAccount(trx, accountId))) throw accountNotFound(accountId)
    if (await apply(trx)) {
      const actor = { ...actorOf(call), at: realTime() }
      await recordAudit(trx, actor, {
        scopeId: accountId,
        target: `account ${accountId}`,
        ...entry,
      })
    }
    return listIdentities(trx, accountId)
  })
}
