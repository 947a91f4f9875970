import { randomUUIDv7 } from 'node:crypto'
import { recordAudit } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { emailTaken, invalidEmail, invalidName, nameTaken, operatorExists } from '../errors.ts'
import { issueToken } from '../tokens/actions.ts'
import { isEmail, isOwnerName } from './rules.ts'
import * as store from './store.ts'

/** Accounts of the bundled provider carry this issuer, whatever address it is reached at. */
const LOCAL_ISSUER = 'local'

export type FirstOperator = Readonly<{ name: string; email: string; now: Date }>

/** Makes the first operator and a Full access user token for it. There is only ever one first. */
export async function bootstrapOperator(
  db: Db,
  { name, email, now }: FirstOperator,
): Promise<{ accountId: string; tokenValue: string }> {
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
    await recordAudit(trx, {
      scopeId: accountId,
      at: now,
      actor: { kind: 'process', id: 'bootstrap' },
      action: 'account.create',
      target: `account ${accountId}`,
      after: { name, email, operator: true },
    })
    const { value } = await issueToken(trx, {
      kind: 'user',
      homeId: accountId,
      access: 'all',
      description: 'made by bootstrap',
      createdBy: accountId,
      actor: { kind: 'process', id: 'bootstrap' },
      now,
    })
    return { accountId, tokenValue: value }
  })
}
