import { randomUUIDv7 } from 'node:crypto'
import { lockAccountAlone } from '../../../../directory/accounts/store.ts'
import { makeToken } from '../../../../directory/api-token.ts'
import { actorOf, recordAudit } from '../../../../directory/audit.ts'
import { accountIdOf, type Call, type TokenKind } from '../../../../directory/caller.ts'
import { mailAccount } from '../../../../directory/notices/actions.ts'
import { endOtherRepeats, findRepeated, setCreated } from '../../../../directory/repeats/actions.ts'
import { confirmSecondFactor } from '../../../../directory/step-up/actions.ts'
import type { Db, Trx } from '../../../../platform/db/connect.ts'
import type { Mailer } from '../../../../platform/mail/mailer.ts'
import { isUuid } from '../../../../platform/uuid.ts'
import { appRoleOf, type Target } from '../../access.ts'
import { type ConfirmedToken, confirmAppRight, confirmRight, confirmToken } from '../../actions.ts'
import { fullAccessTokenNeedsManager } from '../../errors.ts'
import { findLife } from '../life/store.ts'
import { pageOf, toRotatedMail } from '../mail/rules.ts'
import { mayCreateAppToken, REPEAT_WINDOW_MS, tokensInReach } from '../rules.ts'
import type { TokenRow, TokenScope } from '../store.ts'
import {
  creatorRotates,
  expiredTokenStays,
  previousValueRotates,
  rotatedOutlivesCaller,
  tokenToRotateNotFound,
} from './errors.ts'
import { decidePreviousEnd, judgeRotation, type RotationFault } from './rules.ts'
import * as store from './store.ts'

export type Rotation = Readonly<{ kind: TokenKind; id: string; previousMinutes: number }>

export type Rotated = Readonly<{
  token: TokenRow
  value: string
  previousEnd: Date | null
}>

/** A new value for a token; the one before stays good for a while. Both end when the token is revoked. */
export async function rotateToken(
  db: Db,
  call: Call,
  target: Target,
  rotation: Rotation,
  mailer: Mailer,
): Promise<Rotated> {
  return db.transaction().execute(async (trx) => {
    const { maker, token } = await confirmRotation(trx, call, target, rotation)
    if (token.access === 'all') await confirmSecondFactor(trx, call)
    const own = { createdBy: token.created_by, expiresAt: token.expires_at }
    const key = { homeId: token.home_id, id: token.id }
    const isRepeat = (await findRepeated(trx, call, token.id, REPEAT_WINDOW_MS)) !== undefined
    const isItself = call.caller.token?.id === token.id
    const refusal = judgeRotation(own, { ...maker, isItself, isRepeat }, call.at)
    if (refusal) throw toRefusal(refusal)
    if (isRepeat) await setCreated(trx, call, token.id)
    // The value of a repeated request was seen by nobody: it is replaced, and the one before it stays.
    else await keepPrevious(trx, call, token, rotation.previousMinutes)
    const { value, hash, secretStart } = makeToken(token.kind, token.home_id)
    const rotatedWith = isItself ? null : call.caller.token
    await store.setValue(trx, key, { hash: Buffer.from(hash, 'hex'), secretStart, rotatedWith })
    const previousEnd = await store.findPreviousEnd(trx, key)
    await recordAudit(trx, actorOf(call), {
      scopeId: token.home_id,
      action: 'token.rotate',
      target: `token ${token.id}`,
      after: { previousEnd },
    })
    // A repeat replaces a value that its owner has been mailed about.
    if (!isRepeat) await mailOwner(trx, call, mailer, token)
    const { longestDays = null } = (await findLife(trx, token.home_id)) ?? {}
    const creator = call.caller.kind === 'user' ? call.caller.account.name : ''
    return { token: { ...token, creator, longest_token_days: longestDays }, value, previousEnd }
  })
}

async function mailOwner(
  trx: Trx,
  { at, source }: Call,
  mailer: Mailer,
  { kind, access, expires_at: expiresAt, created_by: accountId }: store.TokenToRotate,
): Promise<void> {
  const token = { kind, access, expiresAt, at, source }
  await mailAccount(trx, mailer, accountId, {
    event: `token-rotation ${randomUUIDv7()}`,
    message: toRotatedMail(token, mailer.linkTo(pageOf(token))),
  })
}

async function keepPrevious(
  trx: Trx,
  call: Call,
  { home_id: homeId, id, hash, expires_at }: store.TokenToRotate,
  minutes: number,
): Promise<void> {
  await store.deletePreviousValue(trx, { homeId, id })
  // An earlier rotation was seen, or is given up: asked for again, it must not replace this one.
  await endOtherRepeats(trx, call, id)
  const goodUntil = decidePreviousEnd(minutes, expires_at, call.at)
  if (goodUntil) await store.insertPreviousValue(trx, { homeId, id }, { hash, goodUntil })
}

type Confirmed = Readonly<{ maker: ConfirmedToken; token: store.TokenToRotate }>

/** The right to create such a token, under a lock that lets nobody else rotate one of the same home. */
async function confirmRotation(
  trx: Trx,
  call: Call,
  target: Target,
  { kind, id }: Rotation,
): Promise<Confirmed> {
  const tokenId = id === 'current' ? call.caller.token?.id : id
  if (tokenId === undefined || !isUuid(tokenId)) throw tokenToRotateNotFound()
  if (kind === 'user') {
    const accountId = accountIdOf(call.caller)
    if (accountId === null) throw tokenToRotateNotFound()
    // Two tokens of one account that rotate each other would each wait for the other.
    await lockAccountAlone(trx, accountId)
    const maker = await confirmToken(trx, call)
    return { maker, token: await find(trx, { homeId: accountId, kind, id: tokenId }) }
  }
  if (kind === 'org') {
    const maker = await confirmRight(trx, call, 'create organization token', target)
    return { maker, token: await find(trx, { homeId: maker.ownerId, kind, id: tokenId }) }
  }
  const maker = await confirmAppRight(trx, call, 'create app token', target)
  const token = await find(trx, { ...tokensInReach(call.caller, maker), id: tokenId })
  if (!mayCreateAppToken(appRoleOf(call.caller, maker), token.access)) {
    throw fullAccessTokenNeedsManager()
  }
  return { maker, token }
}

async function find(trx: Trx, scope: TokenScope): Promise<store.TokenToRotate> {
  const token = await store.lockToRotate(trx, scope)
  if (!token) throw tokenToRotateNotFound()
  return token
}

function toRefusal(fault: RotationFault) {
  switch (fault.fault) {
    case 'of another':
      return creatorRotates()
    case 'expired':
      return expiredTokenStays()
    case 'previous value':
      return previousValueRotates()
    case 'outlives':
      return rotatedOutlivesCaller(fault.latest)
  }
}
