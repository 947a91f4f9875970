import { randomUUIDv7 } from 'node:crypto'
import { lockAccountAlone } from '../../../directory/accounts/store.ts'
import { type MadeToken, makeToken } from '../../../directory/api-token.ts'
import { type Actor, actorOf, recordAudit } from '../../../directory/audit.ts'
import {
  accountIdOf,
  type Call,
  type TokenAccess,
  type TokenKind,
  type TokensOfAccount,
} from '../../../directory/caller.ts'
import { mailAccount } from '../../../directory/notices/actions.ts'
import { findRepeated, setCreated } from '../../../directory/repeats/actions.ts'
import { confirmSecondFactor } from '../../../directory/step-up/actions.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { ProductTime } from '../../../platform/time.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { appRoleOf, type Target } from '../access.ts'
import { type ConfirmedToken, confirmAppRight, confirmRight, confirmToken } from '../actions.ts'
import {
  expiryInThePast,
  expiryTooLate,
  fullAccessTokenNeedsManager,
  tokenLimitReached,
  tokenNotFound,
} from '../errors.ts'
import { lifeTooLong } from './life/errors.ts'
import { combineLives, decideExpiry, ENDLESS, type Expiry, type TokenLife } from './life/rules.ts'
import { findLife } from './life/store.ts'
import { pageOf, toCreatedMail } from './mail/rules.ts'
import { mayCreateAppToken, REPEAT_WINDOW_MS, TOKENS_PER_ACCOUNT, tokensInReach } from './rules.ts'
import * as store from './store.ts'

type Issue = Readonly<{
  id?: string
  kind: TokenKind
  homeId: string
  appId?: string | null
  access: TokenAccess
  description: string
  createdBy: string
  maker?: store.TokenKey
  expiresAt?: Date | null
  clientRequestId?: string | undefined
  /** A value that was issued elsewhere. */
  made?: MadeToken | undefined
}>

export type Issued = Readonly<{ id: string; value: string; expiresAt: Date | null }>

/** The value is in the result and nowhere else: what is stored, audited and logged is without it. */
export async function issueToken(trx: Trx, actor: Actor, issue: Issue): Promise<Issued> {
  const { kind, homeId, appId = null, access, description, createdBy, expiresAt = null } = issue
  if (!(await store.raiseTokenCount(trx, createdBy, TOKENS_PER_ACCOUNT))) {
    throw tokenLimitReached(TOKENS_PER_ACCOUNT, await store.listLeastUsed(trx, issue, actor.at))
  }
  const { id = randomUUIDv7() } = issue
  const { value, hash, secretStart } = issue.made ?? makeToken(kind, homeId)
  await store.insertToken(trx, {
    home_id: homeId,
    id,
    hash: Buffer.from(hash, 'hex'),
    secret_start: secretStart,
    kind,
    access,
    description,
    app_id: appId,
    created_by: createdBy,
    maker_home_id: issue.maker?.homeId ?? null,
    maker_id: issue.maker?.id ?? null,
    created_at: actor.at,
    expires_at: expiresAt,
    client_request_id: issue.clientRequestId ?? null,
  })
  await recordAudit(trx, actor, {
    scopeId: homeId,
    action: 'token.create',
    target: `token ${id}`,
    after: { kind, access, description, appId, expiresAt },
  })
  return { id, value, expiresAt }
}

export type CreateTokenInput = Readonly<{
  kind: TokenKind
  access: TokenAccess
  description: string
  expiresAt: Date | null
}>

/** A token made by the caller, for itself, an app or an organization; never wider or longer-lived than its own. */
export async function createToken(
  db: Db,
  call: Call,
  target: Target,
  input: CreateTokenInput,
  { tokenLife: installation, mailer }: Readonly<{ tokenLife: TokenLife; mailer: Mailer }>,
): Promise<Issued> {
  return db.transaction().execute(async (trx) => {
    const { maker, ...home } = await confirmHome(trx, call, target, input)
    if (input.access === 'all') await confirmSecondFactor(trx, call)
    const ofOwner = input.kind === 'user' ? undefined : await findLife(trx, home.homeId)
    const life = combineLives(installation, ofOwner ?? ENDLESS)
    const expiry = decideExpiry(input.expiresAt, maker.expiresAt, life, call.at)
    if ('fault' in expiry) throw toRefusal(expiry)
    const id = randomUUIDv7()
    const isRepeated = await endRepeated(trx, call, home.homeId, id)
    const issued = await issueToken(trx, actorOf(call), {
      id,
      ...input,
      ...home,
      ...expiry,
      createdBy: maker.createdBy,
      ...(call.caller.token && { maker: call.caller.token }),
      clientRequestId: call.clientRequestId,
    })
    // A repeat replaces a token that its owner has been told of.
    if (!isRepeated)
      await mailOwner(trx, call, mailer, { ...maker, ...target, ...input, ...issued })
    return issued
  })
}

async function mailOwner(
  trx: Trx,
  { at, source }: Call,
  mailer: Mailer,
  token: CreateTokenInput & Issued & Target & Readonly<{ createdBy: string }>,
): Promise<void> {
  const of = [token.owner, token.app].filter(Boolean).join('/')
  await mailAccount(trx, mailer, token.createdBy, {
    event: `token ${token.id}`,
    message: toCreatedMail({ ...token, of, at, source }, mailer.linkTo(pageOf(token))),
  })
}

function toRefusal(expiry: Extract<Expiry, { fault: string }>) {
  switch (expiry.fault) {
    case 'past':
      return expiryInThePast()
    case 'too-late':
      return expiryTooLate(expiry.latest)
    case 'too-long':
      return lifeTooLong(expiry.longestDays)
  }
}

type Home = Readonly<{ homeId: string; appId: string | null }>

async function confirmHome(
  trx: Trx,
  call: Call,
  target: Target,
  { kind, access }: CreateTokenInput,
): Promise<Home & { maker: ConfirmedToken }> {
  if (kind === 'user') {
    const maker = await confirmToken(trx, call)
    return { maker, homeId: maker.createdBy, appId: null }
  }
  if (kind === 'org') {
    const resolved = await confirmRight(trx, call, 'create organization token', target, 'shared')
    return { maker: resolved, homeId: resolved.ownerId, appId: null }
  }
  const resolved = await confirmRight(trx, call, 'create app token', target, 'shared')
  if (!mayCreateAppToken(appRoleOf(call.caller, resolved), access))
    throw fullAccessTokenNeedsManager()
  return { maker: resolved, homeId: resolved.ownerId, appId: resolved.appId }
}

/** A client that got no answer asks again under the same key: the token nobody saw ends here. */
async function endRepeated(trx: Trx, call: Call, homeId: string, id: string): Promise<boolean> {
  const earlier = await findRepeated(trx, call, id, REPEAT_WINDOW_MS)
  if (earlier === undefined) return false
  await setCreated(trx, call, id)
  const ended = await store.endTokensByKey(trx, [{ homeId, id: earlier }], call.at)
  await recordEnd(trx, call, ended, 'repeated')
  return true
}

/** Which token, of which family: of the caller's own account, of an app, or of an organization. */
export type Revoked = Readonly<{
  kind: TokenKind
  id: string
  withDescendants: boolean
}>

export async function revokeToken(
  db: Db,
  call: Call,
  target: Target,
  revoked: Revoked,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const scope = await confirmRevocation(trx, call, target, revoked)
    const ended = await store.endTokens(trx, scope, call.at)
    // A leak may be learned of after the token was revoked: its descendants can go even then.
    const isKnown =
      ended.length > 0 || (revoked.withDescendants && (await store.hasToken(trx, scope)))
    if (!isKnown) throw tokenNotFound()
    if (revoked.withDescendants && call.caller.kind === 'user') {
      const { id: accountId } = call.caller.account
      ended.push(...(await endDescendants(trx, scope, accountId, call.at)))
    }
    await recordEnd(trx, call, ended, 'revoked')
  })
}

/** Which token may end, asked under the lock of its owner, or of the account for a token of one's own. */
async function confirmRevocation(
  trx: Trx,
  call: Call,
  target: Target,
  { kind, id }: Revoked,
): Promise<store.TokenScope & store.TokenKey> {
  const own = call.caller.token
  const isItself = own !== null && (id === 'current' || id === own.id)
  const tokenId = isItself ? own.id : id
  if (!isUuid(tokenId)) throw tokenNotFound()
  if (kind === 'app') {
    const app = await confirmAppRight(trx, call, 'revoke app token', target)
    return { ...tokensInReach(call.caller, app), id: tokenId }
  }
  if (kind === 'org') {
    const { ownerId } = await confirmRight(trx, call, 'revoke organization token', target)
    return { homeId: ownerId, kind, id: tokenId }
  }
  const accountId = accountIdOf(call.caller)
  // Two tokens of one account that revoke each other would each wait for the other.
  if (accountId !== null) await lockAccountAlone(trx, accountId)
  // That it is still good to end itself is a condition of its end.
  if (isItself) return { homeId: own.homeId, id: tokenId }
  if (accountId === null) throw tokenNotFound()
  await confirmToken(trx, call)
  return { homeId: accountId, id: tokenId, kind }
}

/**
 * Until there is nothing left to end: ending a token waits for what it is just making, and the next
 * look then sees it.
 */
async function endDescendants(
  trx: Trx,
  ancestor: store.TokenKey,
  accountId: string,
  at: ProductTime,
): Promise<store.EndedToken[]> {
  const all: store.EndedToken[] = []
  for (;;) {
    const found = await store.listDescendants(trx, ancestor, accountId)
    const ended = await store.endTokensByKey(trx, found, at)
    if (ended.length === 0) return all
    all.push(...ended)
  }
}

/**
 * Ends what an account can act with; `recordEnd` follows once accounts may be locked. Until there is
 * nothing left to end: ending a token waits for what it is just making, and the next look sees it.
 */
export async function endTokensOfAccount(
  trx: Trx,
  accountId: string,
  which: TokensOfAccount,
  at: ProductTime,
): Promise<store.EndedToken[]> {
  const all: store.EndedToken[] = []
  for (;;) {
    const found = await store.listLiveTokensOf(trx, accountId, which)
    const ended = await store.endTokensByKey(trx, found, at)
    all.push(...ended)
    if (found.length === 0) return all
  }
}

/** Every path that ends tokens comes through here: creators get their count back, each end is on record. */
export const recordEnd = (
  trx: Trx,
  call: Call,
  ended: readonly store.EndedToken[],
  reason: string,
): Promise<void> => recordEndBy(trx, actorOf(call), ended, reason)

export async function recordEndBy(
  trx: Trx,
  actor: Actor,
  ended: readonly store.EndedToken[],
  reason: string,
): Promise<void> {
  if (ended.length === 0) return
  await store.lowerTokenCounts(trx, ended)
  const changes = ended.map(({ homeId, id }) => ({
    scopeId: homeId,
    action: 'token.revoke' as const,
    target: `token ${id}`,
    after: { reason },
  }))
  await recordAudit(trx, actor, ...changes)
}
