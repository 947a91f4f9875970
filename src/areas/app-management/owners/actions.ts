import { randomUUIDv7 } from 'node:crypto'
import { type Actor, actorOf, recordAudit } from '../../../platform/audit.ts'
import type { Call } from '../../../platform/caller.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import { confirmToken } from '../actions.ts'
import {
  blankDisplayName,
  emailTaken,
  invalidEmail,
  invalidName,
  nameTaken,
  operatorExists,
  tokenEndedMeanwhile,
} from '../errors.ts'
import { issueToken } from '../tokens/actions.ts'
import { isEmail, isOwnerName } from './rules.ts'
import * as store from './store.ts'
import type { UserChange } from './wire.ts'

/** Accounts of the bundled provider carry this issuer, whatever address it is reached at. */
const LOCAL_ISSUER = 'local'

export type FirstOperator = Readonly<{ name: string; email: string; now: Date }>

/** Makes, in the same transaction, what lets a new account sign in. */
type MakeLink = (trx: Trx, actor: Actor, accountId: string) => Promise<{ secret: string }>

/** Makes the first operator and a Full access user token for it. There is only ever one first. */
export async function bootstrapOperator(
  db: Db,
  { name, email, now }: FirstOperator,
  makeLink?: MakeLink,
): Promise<{ accountId: string; tokenValue: string; linkSecret: string | undefined }> {
  if (!isOwnerName(name)) throw invalidName(name)
  if (!isEmail(email)) throw invalidEmail(email)
  const accountId = randomUUIDv7()
  return db.transaction().execute(async (trx) => {
    await store.lockAccounts(trx)
    const operator = await store.findOperatorName(trx)
    if (operator !== undefined) throw operatorExists(operator)
    await store.insertAccount(trx, {
      id: accountId,
      name,
      display_name: name,
      email,
      is_operator: true,
      created_at: now,
      updated_at: now,
    })
    if (!(await store.claimName(trx, name, accountId, 'user'))) throw nameTaken(name)
    if (!(await store.claimEmail(trx, email, accountId))) throw emailTaken(email)
    await store.insertIdentity(trx, LOCAL_ISSUER, accountId, accountId)
    const actor = { kind: 'process', id: 'bootstrap', at: now } as const
    await recordAudit(trx, actor, {
      scopeId: accountId,
      action: 'account.create',
      target: `account ${accountId}`,
      after: { name, email, operator: true },
    })
    const { value } = await issueToken(trx, actor, {
      kind: 'user',
      homeId: accountId,
      access: 'all',
      description: 'made by bootstrap',
      createdBy: accountId,
    })
    const link = await makeLink?.(trx, actor, accountId)
    return { accountId, tokenValue: value, linkSecret: link?.secret }
  })
}

export async function changeProfile(
  db: Db,
  call: Call,
  { display_name }: UserChange,
): Promise<store.AccountRow> {
  if (display_name.trim() === '') throw blankDisplayName()
  return db.transaction().execute(async (trx) => {
    const { createdBy: accountId } = await confirmToken(trx, call)
    const account = await store.setAccount(trx, accountId, { display_name, updated_at: call.at })
    if (!account) throw tokenEndedMeanwhile()
    await recordAudit(trx, actorOf(call), {
      scopeId: accountId,
      action: 'account.change',
      target: `account ${accountId}`,
      before: { display_name: call.caller.kind === 'user' && call.caller.account.displayName },
      after: { display_name },
    })
    return account
  })
}
