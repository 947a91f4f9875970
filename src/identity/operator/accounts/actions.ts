import { type Actor, actorOf, recordAudit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/caller.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { makePasswordLink, signOutEverywhere } from '../../sign-in/actions.ts'
import { accountNotFound, lastOperator } from '../errors.ts'
import * as store from './store.ts'
import type { AccountChange, NewAccount } from './wire.ts'

/** How an account comes to be: the area of owners decides about names. */
export type CreateAccount = (
  trx: Trx,
  actor: Actor,
  account: { name: string; email: string; displayName?: string | undefined },
) => Promise<string>

export type WithLink = Readonly<{ account: store.AccountRow; secret: string | undefined }>

/** `hasPasswords`: the bundled sign-in is on, so there is something to set. */
export async function addAccount(
  db: Db,
  call: Call,
  create: CreateAccount,
  { name, email, display_name }: NewAccount,
  hasPasswords: boolean,
): Promise<WithLink> {
  return db.transaction().execute(async (trx) => {
    const actor = actorOf(call)
    const id = await create(trx, actor, { name, email, displayName: display_name })
    const link = hasPasswords ? await makePasswordLink(trx, actor, id) : undefined
    return { account: await read(trx, id), secret: link?.secret }
  })
}

export async function changeAccount(
  db: Db,
  call: Call,
  id: string,
  { disabled, is_operator }: AccountChange,
): Promise<store.AccountRow> {
  return db.transaction().execute(async (trx) => {
    const operators = await store.lockOperators(trx)
    const isLast = operators.length === 1 && operators[0]?.id === id
    if (isLast && (disabled === true || is_operator === false)) throw lastOperator()
    const before = await read(trx, id)
    const change = {
      ...(disabled !== undefined && { disabled_at: disabled ? call.at : null }),
      ...(is_operator !== undefined && { is_operator }),
    }
    const row = await store.setAccount(trx, id, { ...change, updated_at: call.at })
    if (!row) throw accountNotFound(id)
    await recordAudit(trx, actorOf(call), {
      scopeId: id,
      action: 'account.change',
      target: `account ${id}`,
      before: { disabled_at: before.disabled_at, is_operator: before.is_operator },
      after: change,
    })
    return row
  })
}

/** A new link to set a password; whoever is signed in is not any more. */
export async function resetAccount(db: Db, call: Call, id: string): Promise<WithLink> {
  return db.transaction().execute(async (trx) => {
    const account = await read(trx, id)
    await signOutEverywhere(trx, id, call.at)
    const { secret } = await makePasswordLink(trx, actorOf(call), id)
    return { account, secret }
  })
}

async function read(trx: Trx, id: string): Promise<store.AccountRow> {
  const row = await store.findAccount(trx, id)
  if (!row) throw accountNotFound(id)
  return row
}
