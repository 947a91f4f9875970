import { isOwnerName } from '../../directory/accounts/names/rules.ts'
import { findAccount, isSessionEnded, shareAccounts } from '../../directory/accounts/store.ts'
import { accountIdOf, type Call, type Caller } from '../../directory/caller.ts'
import type { Trx } from '../../platform/db/connect.ts'
import {
  appRankOf,
  isManager,
  judge,
  needsCreator,
  type ResolvedTarget,
  type Right,
  type Target,
} from './access.ts'
import {
  appNotFound,
  creatorMayNotGrant,
  organizationNotFound,
  tokenEndedMeanwhile,
} from './errors.ts'
import * as store from './store.ts'

export type ConfirmedToken = Readonly<{
  createdBy: string
  /** Nothing made with it is good for longer. */
  expiresAt: Date | null
}>
export type Confirmed = ResolvedTarget & ConfirmedToken
export type ConfirmedApp = Confirmed & Readonly<{ appId: string }>

/**
 * Asks again, inside the transaction and under the owner's lock, what was asked before the handler ran: a right
 * that was revoked while the request was under way must not change or grant anything.
 */
export async function confirmRight(
  trx: Trx,
  call: Call,
  right: Right,
  target: Target,
  lock: 'alone' | 'shared' = 'alone',
): Promise<Confirmed> {
  const key = toTargetKey(call, target)
  if (!key) throw organizationNotFound()
  await (needsCreator(right, call.caller) ? holdCreator(trx, call) : holdSignedIn(trx, call))
  await store.lockOwners(trx, [key.owner], lock)
  const token = await readToken(trx, call)
  const resolved = await store.findTarget(trx, key)
  const refusal = judge(right, call.caller, target, resolved)
  if (refusal) throw refusal
  if (!resolved) throw organizationNotFound()
  if (needsCreator(right, call.caller)) await confirmCreator(trx, token.createdBy, resolved)
  return { ...resolved, ...token }
}

/** What an app token grants counts as granted by its creator, so that a removed manager has no way back. */
async function confirmCreator(
  trx: Trx,
  createdBy: string,
  resolved: ResolvedTarget,
): Promise<void> {
  const creator = await store.findStanding(trx, createdBy, resolved)
  const mayGrant = creator && !creator.isDisabled && isManager(appRankOf(createdBy, creator))
  if (!mayGrant) throw creatorMayNotGrant()
}

/** The creator of a token cannot be disabled while something is granted in their name. */
async function holdCreator(trx: Trx, { caller }: Call): Promise<void> {
  const createdBy = caller.token && (await store.findTokenCreator(trx, caller.token))
  if (createdBy) await shareAccounts(trx, [createdBy])
}

/** The same, for an operation on an app. */
export async function confirmAppRight(
  trx: Trx,
  call: Call,
  right: Right,
  target: Target,
  lock: 'alone' | 'shared' = 'alone',
): Promise<ConfirmedApp> {
  const confirmed = await confirmRight(trx, call, right, target, lock)
  if (confirmed.appId === null) throw appNotFound()
  return { ...confirmed, appId: confirmed.appId }
}

/**
 * Somebody who is signed in has no token whose row could be locked: disabling the account waits for
 * this transaction instead. To be called before any other lock is taken.
 */
export async function holdSignedIn(
  trx: Trx,
  { caller }: Call,
  others: readonly string[] = [],
): Promise<void> {
  const isSignedIn = caller.kind === 'user' && caller.token === null
  await shareAccounts(trx, isSignedIn ? [caller.account.id, ...others] : others)
}

/**
 * The caller is still let in; who is behind it. A token's revocation waits until this transaction has
 * ended.
 */
export async function confirmToken(trx: Trx, call: Call): Promise<ConfirmedToken> {
  await holdSignedIn(trx, call)
  return readToken(trx, call)
}

async function readToken(trx: Trx, { caller, at }: Call): Promise<ConfirmedToken> {
  if (caller.token === null) return confirmPerson(trx, caller)
  const token = await store.lockToken(trx, caller.token)
  const isGood = token && !token.revoked_at && !(token.expires_at && token.expires_at <= at)
  if (!isGood) throw tokenEndedMeanwhile()
  if (token.kind === 'user') {
    // After the lock, so that what was committed while waiting for it is seen.
    const state = await findAccount(trx, token.created_by)
    if (state?.disabled_at) throw tokenEndedMeanwhile()
  }
  return { createdBy: token.created_by, expiresAt: token.expires_at }
}

async function confirmPerson(trx: Trx, caller: Caller): Promise<ConfirmedToken> {
  if (caller.kind !== 'user' || caller.token !== null) throw tokenEndedMeanwhile()
  const state = await findAccount(trx, caller.account.id)
  const isEnded = state?.tokens_valid_after && state.tokens_valid_after > caller.signedInAt
  if (!state || state.disabled_at || isEnded) throw tokenEndedMeanwhile()
  const { sessionId, grantId } = caller
  if (await isSessionEnded(trx, caller.account.id, sessionId, grantId)) throw tokenEndedMeanwhile()
  return { createdBy: caller.account.id, expiresAt: null }
}

/** Nothing when the names cannot be names: nobody needs to be asked then. */
export function toTargetKey({ caller }: Call, target: Target): store.TargetKey | undefined {
  const { owner, app } = target
  if (owner === undefined || !isOwnerName(owner)) return undefined
  if (app !== undefined && !isOwnerName(app)) return undefined
  return {
    accountId: accountIdOf(caller),
    owner: owner.toLowerCase(),
    app: app?.toLowerCase() ?? null,
  }
}
