import { type Actor, actorOf, recordAudit } from '../../../platform/audit.ts'
import { accountIdOf, type Call } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { lockAccountAlone } from '../../../platform/db/lock.ts'
import { confirmOperator, operate } from '../../../platform/db/operate.ts'
import {
  endPasswordLinks,
  forgetPassword,
  makePasswordLink,
  signOutEverywhere,
} from '../../sign-in/actions.ts'
import { LOCAL_ISSUER, nextMoment } from '../../sign-in/rules.ts'
import { listIssuers } from '../../sign-in/store.ts'
import { accountNotFound, lastOperator, noPasswordHere, revokeWithoutDisabling } from '../errors.ts'
import * as store from './store.ts'
import type { AccountChange, NewAccount, RevokeTokens } from './wire.ts'

/** How an account comes to be: the area of owners decides about names. */
export type CreateAccount = (
  trx: Trx,
  actor: Actor,
  account: { name: string; email: string; displayName?: string | undefined },
) => Promise<string>

/** Gives an account another e-mail, if nobody has that one. */
export type ChangeEmail = (trx: Trx, accountId: string, email: string) => Promise<void>

type EndedToken = Readonly<{ homeId: string; id: string; createdBy: string }>

/** API tokens belong to area A. `end` comes before any account is locked, `record` after. */
export type AccountTokens = Readonly<{
  end: (
    trx: Trx,
    accountId: string,
    which: RevokeTokens,
    at: Date,
  ) => Promise<readonly EndedToken[]>
  record: (trx: Trx, call: Call, ended: readonly EndedToken[], reason: string) => Promise<void>
}>

export type Changed = Readonly<{ account: store.AccountRow; tokensEnded: number }>

export type WithLink = Readonly<{ account: store.AccountRow; secret: string | undefined }>

/** `hasPasswords`: the bundled sign-in is on, so there is something to set. */
export async function addAccount(
  db: Db,
  call: Call,
  create: CreateAccount,
  { name, email, display_name }: NewAccount,
  hasPasswords: boolean,
): Promise<WithLink> {
  return operate(db, call, async (trx) => {
    const actor = actorOf(call)
    const id = await create(trx, actor, { name, email, displayName: display_name })
    const link = hasPasswords ? await makePasswordLink(trx, actor, id) : undefined
    return { account: await read(trx, id), secret: link?.secret }
  })
}

/** What ends with an account that is disabled ends for good: enabling it brings nothing back. */
export async function changeAccount(
  db: Db,
  call: Call,
  { changeEmail, tokens, clock }: { changeEmail: ChangeEmail; tokens: AccountTokens; clock: Clock },
  id: string,
  wish: AccountChange,
): Promise<Changed> {
  const isEnd = wish.disabled === true
  const revoke_tokens = wish.revoke_tokens ?? 'all'
  if (wish.revoke_tokens !== undefined && !isEnd) throw revokeWithoutDisabling()
  return db.transaction().execute(async (trx) => {
    if (isEnd) await lockAccountAlone(trx, id)
    const ended = isEnd ? await tokens.end(trx, id, revoke_tokens, call.at) : []
    await confirmOperatorStays(trx, call, id, wish)
    const before = await read(trx, id)
    await tokens.record(trx, call, ended, 'account disabled')
    if (wish.email !== undefined) await changeEmail(trx, id, wish.email)
    const change = toChange(wish, before, call.at)
    if (isEnd) {
      await endPasswordLinks(trx, id)
      await signOutEverywhere(trx, id, clock)
    }
    const row = await store.setAccount(trx, id, { ...change, updated_at: call.at })
    if (!row) throw accountNotFound(id)
    const numbers = { tokensEnded: ended.length, tokensLeft: row.token_count }
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'account.change',
      target: `account ${id}`,
      before: Object.fromEntries(keysOf(change).map((key) => [key, before[key]])),
      after: { ...change, ...(isEnd && { revoke_tokens, ...numbers }) },
    })
    return { account: row, tokensEnded: ended.length }
  })
}

/** All accounts the change needs, in one order: two operators who disable each other do not deadlock. */
async function confirmOperatorStays(
  trx: Trx,
  call: Call,
  id: string,
  { disabled, is_operator }: AccountChange,
): Promise<void> {
  const callerId = accountIdOf(call.caller)
  const locked = await store.lockOperatorsAnd(trx, callerId === null ? [id] : [id, callerId])
  await confirmOperator(trx, call)
  const operators = locked.filter((row) => row.is_operator && !row.disabled_at)
  const isLast = operators.length === 1 && operators[0]?.id === id
  if (isLast && (disabled === true || is_operator === false)) throw lastOperator()
}

const toChange = (
  { disabled, is_operator, email }: AccountChange,
  before: store.AccountRow,
  at: Date,
) => ({
  ...(disabled !== undefined && { disabled_at: disabled ? at : null }),
  // What a trusted issuer vouched for while it was disabled stays ended too.
  ...(disabled === false && before.disabled_at && { tokens_valid_after: nextMoment(at) }),
  ...(is_operator !== undefined && { is_operator }),
  ...(email !== undefined && { email }),
})

/** A link to set a new password is all that is left: the old one, older links and every session end. */
export async function resetAccount(
  db: Db,
  call: Call,
  { tokens, clock }: { tokens: AccountTokens; clock: Clock },
  id: string,
  revokeTokens: RevokeTokens,
): Promise<WithLink & { tokensEnded: number }> {
  return db.transaction().execute(async (trx) => {
    await lockAccountAlone(trx, id)
    const ended = await tokens.end(trx, id, revokeTokens, call.at)
    const callerId = accountIdOf(call.caller)
    await store.lockAccounts(trx, callerId === null ? [id] : [id, callerId])
    await confirmOperator(trx, call)
    await read(trx, id)
    const issuers = await listIssuers(trx, id)
    if (!issuers.includes(LOCAL_ISSUER)) throw noPasswordHere(issuers)
    await tokens.record(trx, call, ended, 'account reset')
    await forgetPassword(trx, id)
    await signOutEverywhere(trx, id, clock)
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'account.reset',
      target: `account ${id}`,
      after: { revoke_tokens: revokeTokens, tokensEnded: ended.length },
    })
    const { secret } = await makePasswordLink(trx, actorOf(call), id)
    return { account: await read(trx, id), secret, tokensEnded: ended.length }
  })
}

/** Whoever it is, and whoever vouches for them. What they know or have elsewhere stays as it is. */
export async function signOutAccount(db: Db, call: Call, clock: Clock, id: string): Promise<void> {
  await operate(db, call, async (trx) => {
    await read(trx, id)
    await signOutEverywhere(trx, id, clock)
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'account.sign-out',
      target: `account ${id}`,
    })
  })
}

const keysOf = Object.keys as <T>(of: T) => (keyof T)[]

async function read(trx: Trx, id: string): Promise<store.AccountRow> {
  const row = await store.findAccount(trx, id)
  if (!row) throw accountNotFound(id)
  return row
}
