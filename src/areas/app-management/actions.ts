import { accountIdOf, type Call, type Caller } from '../../platform/caller.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { judge, type Place, type Right, type Target } from './access.ts'
import { appNotFound, organizationNotFound, tokenEndedMeanwhile } from './errors.ts'
import { isOwnerName } from './owners/rules.ts'
import * as store from './store.ts'

export type ConfirmedToken = Readonly<{ createdBy: string; expiresAt: Date | null }>
export type Confirmed = Place & ConfirmedToken
export type ConfirmedApp = Confirmed & Readonly<{ appId: string }>

/**
 * Asks again, inside the transaction and under the owner's lock, what was asked at the door: a right
 * that was withdrawn while the request was under way must not change or grant anything.
 */
export async function confirmRight(
  trx: Trx,
  call: Call,
  right: Right,
  target: Target,
  lock: 'alone' | 'shared' = 'alone',
): Promise<Confirmed> {
  const key = toPlaceKey(call, target)
  if (!key) throw organizationNotFound()
  await store.lockOwners(trx, [key.owner], lock)
  const token = await confirmToken(trx, call)
  const place = await store.findPlace(trx, key)
  const refusal = judge(right, call.caller, target, place)
  if (refusal) throw refusal
  if (!place) throw organizationNotFound()
  return { ...place, ...token }
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
 * The caller is still let in; who is behind it. A token's revocation waits until this transaction has
 * ended.
 */
export async function confirmToken(trx: Trx, { caller, at }: Call): Promise<ConfirmedToken> {
  if (caller.token === null) return confirmPerson(trx, caller)
  const token = await store.lockToken(trx, caller.token)
  const isGood = token && !token.revoked_at && !(token.expires_at && token.expires_at <= at)
  if (!isGood) throw tokenEndedMeanwhile()
  if (token.kind === 'user') {
    // After the lock, so that what was committed while waiting for it is seen.
    const state = await store.findAccountState(trx, token.created_by)
    if (state?.disabled_at) throw tokenEndedMeanwhile()
  }
  return { createdBy: token.created_by, expiresAt: token.expires_at }
}

async function confirmPerson(trx: Trx, caller: Caller): Promise<ConfirmedToken> {
  if (caller.kind !== 'user' || caller.token !== null) throw tokenEndedMeanwhile()
  const state = await store.findAccountState(trx, caller.account.id)
  const isEnded = state?.tokens_valid_after && state.tokens_valid_after > caller.signedInAt
  if (!state || state.disabled_at || isEnded) throw tokenEndedMeanwhile()
  return { createdBy: caller.account.id, expiresAt: null }
}

/** Nothing when the names cannot be names: nobody needs to be asked then. */
export function toPlaceKey({ caller }: Call, target: Target): store.PlaceKey | undefined {
  const { owner, app } = target
  if (owner === undefined || !isOwnerName(owner)) return undefined
  if (app !== undefined && !isOwnerName(app)) return undefined
  return {
    accountId: accountIdOf(caller),
    owner: owner.toLowerCase(),
    app: app?.toLowerCase() ?? null,
  }
}
