import { createAccount } from '../../../directory/accounts/actions.ts'
import { blankDisplayName } from '../../../directory/accounts/names/errors.ts'
import {
  type AccountRow,
  findOperatorName,
  lockAccountTable,
  setAccount,
} from '../../../directory/accounts/store.ts'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call, Person } from '../../../directory/caller.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { ProductTime } from '../../../platform/time.ts'
import { confirmToken } from '../actions.ts'
import { operatorExists, tokenEndedMeanwhile } from '../errors.ts'
import { issueToken } from '../tokens/actions.ts'
import { ENDLESS, type TokenLife, toDefaultExpiry } from '../tokens/life/rules.ts'
import type { UserChange } from './wire.ts'

export type FirstOperator = Readonly<{
  name: string
  email: string
  at: ProductTime
  tokenLife?: TokenLife
}>

/** Makes, in the same transaction, what lets a new account sign in. */
type MakeLink = (trx: Trx, accountId: string) => Promise<{ secret: string }>

/** Makes the first operator and a Full access user token for it. There is only ever one first. */
export async function bootstrapOperator(
  db: Db,
  { name, email, at, tokenLife = ENDLESS }: FirstOperator,
  makeLink?: MakeLink,
): Promise<{ accountId: string; tokenValue: string; linkSecret: string | undefined }> {
  return db.transaction().execute(async (trx) => {
    await lockAccountTable(trx)
    const operator = await findOperatorName(trx)
    if (operator !== undefined) throw operatorExists(operator)
    const actor = { kind: 'process', id: 'bootstrap', at } as const
    const accountId = await createAccount(trx, actor, { name, email, isOperator: true })
    const { value } = await issueToken(trx, actor, {
      kind: 'user',
      homeId: accountId,
      access: 'all',
      description: 'created by bootstrap',
      createdBy: accountId,
      expiresAt: toDefaultExpiry(tokenLife, at),
    })
    const link = await makeLink?.(trx, accountId)
    return { accountId, tokenValue: value, linkSecret: link?.secret }
  })
}

export async function changeProfile(
  db: Db,
  call: Call<Person>,
  { display_name }: UserChange,
): Promise<AccountRow> {
  if (display_name.trim() === '') throw blankDisplayName()
  return db.transaction().execute(async (trx) => {
    const { createdBy: accountId } = await confirmToken(trx, call)
    const account = await setAccount(trx, accountId, { display_name, updated_at: call.at })
    if (!account) throw tokenEndedMeanwhile()
    await recordAudit(trx, actorOf(call), {
      scopeId: accountId,
      action: 'account.change',
      target: `account ${accountId}`,
      before: { display_name: call.caller.account.displayName },
      after: { display_name },
    })
    return account
  })
}
