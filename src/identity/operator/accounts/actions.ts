import { randomUUIDv7 } from 'node:crypto'
import { changeEmail, createAccount } from '../../../directory/accounts/actions.ts'
import { accountNotFound } from '../../../directory/accounts/errors.ts'
import { LOCAL_ISSUER } from '../../../directory/accounts/rules.ts'
import * as store from '../../../directory/accounts/store.ts'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import { accountIdOf, type Call } from '../../../directory/caller.ts'
import { confirmOperator, runOperatorTransaction } from '../../../directory/operators/actions.ts'
import { findRepeated } from '../../../directory/repeats/actions.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { ProductTime, RealClock, RealTime } from '../../../platform/time.ts'
import {
  endMailedLinks,
  endPasswordLinks,
  endPasswordLinksMadeBy,
  endSignInLinks,
  forgetPassword,
  makePasswordLink,
  signOutEverywhere,
} from '../../sign-in/actions.ts'
import { nextMoment } from '../../sign-in/rules.ts'
import { listIssuers } from '../../sign-in/store.ts'
import { demoteClientsShownTo, viewerOf } from '../clients/actions.ts'
import {
  accountAlreadyCreated,
  accountErased,
  lastOperator,
  noPasswordHere,
  personRequired,
  revokeWithoutDisabling,
} from '../errors.ts'
import type { AccountChange, NewAccount, RevokeTokens } from './wire.ts'

type EndedToken = Readonly<{ homeId: string; id: string; createdBy: string }>

/** API tokens belong to area A. `end` comes before any account is locked, `record` after. */
export type AccountTokens = Readonly<{
  end: (
    trx: Trx,
    accountId: string,
    which: RevokeTokens,
    at: ProductTime,
  ) => Promise<readonly EndedToken[]>
  record: (trx: Trx, call: Call, ended: readonly EndedToken[], reason: string) => Promise<void>
}>

/** What ended with a change: API tokens, password links made for others, operator roles of clients. */
export type Ended = Readonly<{
  tokensEnded: number
  linksEnded: number
  clientsDemoted: number
  identitiesEnded: number
}>

export type Changed = Readonly<{ account: store.AccountRow; ended: Ended }>

export type WithLink = Readonly<{ account: store.AccountRow; secret: string | undefined }>

/** `hasPasswords`: the bundled sign-in is on, so there is something to set. */
export async function addAccount(
  db: Db,
  call: Call,
  realTime: RealClock,
  { name, email, display_name }: NewAccount,
  hasPasswords: boolean,
): Promise<WithLink> {
  return runOperatorTransaction(db, call, async (trx) => {
    const id = randomUUIDv7()
    const repeated = await findRepeated(trx, call, id)
    if (repeated !== undefined && hasPasswords) throw accountAlreadyCreated(repeated)
    if (repeated !== undefined) return { account: await read(trx, repeated), secret: undefined }
    const actor = actorOf(call)
    await createAccount(trx, actor, { id, name, email, displayName: display_name })
    const link = hasPasswords
      ? await makePasswordLink(trx, { ...actor, at: realTime() }, id, await viewerOf(trx, call))
      : undefined
    return { account: await read(trx, id), secret: link?.secret }
  })
}

/** What ends with an account that is disabled ends for good: enabling it brings nothing back. */
export async function changeAccount(
  db: Db,
  call: Call,
  { tokens, realTime }: { tokens: AccountTokens; realTime: RealClock },
  id: string,
  input: AccountChange,
): Promise<Changed> {
  refuseService(call)
  const isEnd = input.disabled === true
  const revoke_tokens = input.revoke_tokens ?? 'all'
  if (input.revoke_tokens !== undefined && !isEnd) throw revokeWithoutDisabling()
  return db.transaction().execute(async (trx) => {
    if (isEnd) await store.lockAccountAlone(trx, id)
    const endedTokens = isEnd ? await tokens.end(trx, id, revoke_tokens, call.at) : []
    await confirmOperatorStays(trx, call, id, input)
    const before = await readToChange(trx, id)
    await tokens.record(trx, call, endedTokens, 'account disabled')
    if (input.email !== undefined) {
      await changeEmail(trx, id, input.email)
      await endMailedLinks(trx, id)
    }
    const change = toChange(input, before, call.at, realTime())
    await endSignIns(trx, realTime, before, input)
    const shown = await endWhatItWasShown(trx, call, realTime, id, input)
    const row = await store.setAccount(trx, id, { ...change, updated_at: call.at })
    if (!row) throw accountNotFound(id)
    const tokensEnded = endedTokens.length
    const numbers = { revoke_tokens, tokensEnded, tokensLeft: row.token_count }
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'account.change',
      target: `account ${id}`,
      before: Object.fromEntries(keysOf(change).map((key) => [key, before[key]])),
      after: { ...change, ...(isEnd && numbers), ...shown },
    })
    return { account: row, ended: { ...NOTHING_SHOWN, ...shown, tokensEnded } }
  })
}

/** A sign-in by link is for operators alone, and what came of it too. */
async function endSignIns(
  trx: Trx,
  realTime: RealClock,
  { id, is_operator }: store.AccountRow,
  input: AccountChange,
): Promise<void> {
  if (input.disabled === true) await endPasswordLinks(trx, id)
  else if (is_operator && input.is_operator === false) await endSignInLinks(trx, id)
  else return
  await signOutEverywhere(trx, id, realTime)
}

const NOTHING_SHOWN = { linksEnded: 0, clientsDemoted: 0, identitiesEnded: 0 }

/** Somebody who is no operator any more must not come back as one through what they saw as one. */
async function endWhatItWasShown(
  trx: Trx,
  call: Call,
  realTime: RealClock,
  id: string,
  { disabled, is_operator }: AccountChange,
) {
  if (disabled !== true && is_operator !== false) return undefined
  const linksEnded = await endPasswordLinksMadeBy(trx, id)
  const unlinked = await store.deleteIdentitiesLinkedBy(trx, id)
  for (const accountId of unlinked) await signOutEverywhere(trx, accountId, realTime)
  const clientsDemoted = await demoteClientsShownTo(trx, call, id)
  return { linksEnded, clientsDemoted, identitiesEnded: unlinked.length }
}

/** The secret of a service account is known to more than one: whoever is put out might bring themselves back. */
function refuseService({ caller }: Call): void {
  if (caller.kind === 'service') throw personRequired()
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
  at: ProductTime,
  realAt: RealTime,
) => ({
  ...(disabled !== undefined && { disabled_at: disabled ? at : null }),
  // What a trusted issuer vouched for while it was disabled stays ended too.
  ...(disabled === false && before.disabled_at && { tokens_valid_after: nextMoment(realAt) }),
  ...(is_operator !== undefined && { is_operator }),
  ...(email !== undefined && { email }),
})

/** A link to set a new password is all that is left: the old one, older links and every session end. */
export async function resetAccount(
  db: Db,
  call: Call,
  { tokens, realTime }: { tokens: AccountTokens; realTime: RealClock },
  id: string,
  revokeTokens: RevokeTokens,
): Promise<WithLink & Changed> {
  refuseService(call)
  return db.transaction().execute(async (trx) => {
    await store.lockAccountAlone(trx, id)
    const endedTokens = await tokens.end(trx, id, revokeTokens, call.at)
    const callerId = accountIdOf(call.caller)
    await store.lockAccounts(trx, callerId === null ? [id] : [id, callerId])
    await confirmOperator(trx, call)
    await read(trx, id)
    const issuers = await listIssuers(trx, id)
    if (!issuers.includes(LOCAL_ISSUER)) throw noPasswordHere(issuers)
    await tokens.record(trx, call, endedTokens, 'account reset')
    await forgetPassword(trx, id)
    const linksEnded = await endPasswordLinksMadeBy(trx, id)
    const ended = { ...NOTHING_SHOWN, tokensEnded: endedTokens.length, linksEnded }
    await signOutEverywhere(trx, id, realTime)
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'account.reset',
      target: `account ${id}`,
      after: { revoke_tokens: revokeTokens, tokensEnded: endedTokens.length, linksEnded },
    })
    const actor = { ...actorOf(call), at: realTime() }
    const { secret } = await makePasswordLink(trx, actor, id, callerId)
    return { account: await read(trx, id), secret, ended }
  })
}

/** Whoever it is, and whoever vouches for them. What they know or have elsewhere stays as it is. */
export async function signOutAccount(
  db: Db,
  call: Call,
  realTime: RealClock,
  id: string,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const callerId = accountIdOf(call.caller)
    // Accounts before clients, and both accounts in one order: a service account is confirmed by its client.
    await store.lockAccounts(trx, callerId === null ? [id] : [id, callerId])
    await confirmOperator(trx, call)
    await read(trx, id)
    await signOutEverywhere(trx, id, realTime)
    await endSignInLinks(trx, id)
    const actor = { ...actorOf(call), at: realTime() }
    await recordAudit(trx, actor, {
      scopeId: id,
      action: 'account.sign-out',
      target: `account ${id}`,
    })
  })
}

const keysOf = Object.keys as <T>(of: T) => (keyof T)[]

async function readToChange(trx: Trx, id: string): Promise<store.AccountRow> {
  const row = await read(trx, id)
  if (row.erased_at) throw accountErased(id)
  return row
}

async function read(trx: Trx, id: string): Promise<store.AccountRow> {
  const row = await store.findAccount(trx, id)
  if (!row) throw accountNotFound(id)
  return row
}
