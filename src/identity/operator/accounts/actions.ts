import { type Actor, actorOf, recordAudit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { confirmOperator, operate } from '../../../platform/db/operate.ts'
import { forgetPassword, makePasswordLink, signOutEverywhere } from '../../sign-in/actions.ts'
import { LOCAL_ISSUER } from '../../sign-in/rules.ts'
import { listIssuers } from '../../sign-in/store.ts'
import { accountNotFound, lastOperator, noPasswordHere } from '../errors.ts'
import * as store from './store.ts'
import type { AccountChange, NewAccount } from './wire.ts'

/** How an account comes to be: the area of owners decides about names. */
export type CreateAccount = (
  trx: Trx,
  actor: Actor,
  account: { name: string; email: string; displayName?: string | undefined },
) => Promise<string>

/** Gives an account another e-mail, if nobody has that one. */
export type ChangeEmail = (trx: Trx, accountId: string, email: string) => Promise<void>

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

export async function changeAccount(
  db: Db,
  call: Call,
  changeEmail: ChangeEmail,
  id: string,
  wish: AccountChange,
): Promise<store.AccountRow> {
  return db.transaction().execute(async (trx) => {
    // All of them first, in one order: then who may is asked, and two who disable each other do not deadlock.
    const operators = await store.lockOperators(trx)
    await confirmOperator(trx, call)
    const isLast = operators.length === 1 && operators[0]?.id === id
    if (isLast && (wish.disabled === true || wish.is_operator === false)) throw lastOperator()
    const before = await read(trx, id)
    if (wish.email !== undefined) await changeEmail(trx, id, wish.email)
    const change = toChange(wish, call.at)
    const row = await store.setAccount(trx, id, { ...change, updated_at: call.at })
    if (!row) throw accountNotFound(id)
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'account.change',
      target: `account ${id}`,
      before: Object.fromEntries(keysOf(change).map((key) => [key, before[key]])),
      after: change,
    })
    return row
  })
}

const toChange = ({ disabled, is_operator, email }: AccountChange, at: Date) => ({
  ...(disabled !== undefined && { disabled_at: disabled ? at : null }),
  ...(is_operator !== undefined && { is_operator }),
  ...(email !== undefined && { email }),
})

/** A link to set a new password is all that is left: the old one, older links and every session end. */
export async function resetAccount(
  db: Db,
  call: Call,
  clock: Clock,
  id: string,
): Promise<WithLink> {
  return operate(db, call, async (trx) => {
    const account = await read(trx, id)
    const issuers = await listIssuers(trx, id)
    if (!issuers.includes(LOCAL_ISSUER)) throw noPasswordHere(issuers)
    await forgetPassword(trx, id)
    await signOutEverywhere(trx, id, clock)
    const { secret } = await makePasswordLink(trx, actorOf(call), id)
    return { account, secret }
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
