import type { Call } from '../caller.ts'
import { RequestError } from '../errors.ts'
import type { Db, Trx } from './connect.ts'
import { isSessionEnded } from './ended-session.ts'

export const operatorRequired = () =>
  new RequestError(
    'forbidden',
    'AuthorizationFailed',
    'This is for operators of the installation, and this account is not one. Ask an operator.',
  )

/** The transaction of an operator's change. */
export function operate<T>(db: Db, call: Call, change: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await confirmOperator(trx, call)
    return change(trx)
  })
}

/**
 * Whether the caller still is an operator, read again under a lock that whoever disables, demotes or
 * signs them out has to wait for: none of these may be overtaken by what it should have prevented.
 */
export async function confirmOperator(trx: Trx, { caller }: Call): Promise<void> {
  if (caller.kind === 'service') return confirmService(trx, caller)
  if (caller.kind !== 'user' || caller.token !== null) throw operatorRequired()
  const row = await trx
    .selectFrom('account')
    .select(['is_operator', 'disabled_at', 'tokens_valid_after'])
    .where('id', '=', caller.account.id)
    .forShare()
    .executeTakeFirst()
  const isOperator = row?.is_operator || caller.isOperatorByClaim
  if (!isOperator || isEnded(row, caller.signedInAt)) throw operatorRequired()
  // After the lock, so that what was committed while waiting for it is seen.
  if (await isSessionEnded(trx, caller.account.id, caller.sessionId)) throw operatorRequired()
}

async function confirmService(
  trx: Trx,
  { clientId, issuedAt }: Extract<Call['caller'], { kind: 'service' }>,
): Promise<void> {
  const row = await trx
    .selectFrom('oauth_client')
    .select(['is_operator', 'disabled_at', 'tokens_valid_after'])
    .where('id', '=', clientId)
    .forShare()
    .executeTakeFirst()
  if (!row?.is_operator || isEnded(row, issuedAt)) throw operatorRequired()
}

type State = Readonly<{ disabled_at: Date | null; tokens_valid_after: Date | null }>

const isEnded = (row: State | undefined, since: Date) =>
  !row ||
  row.disabled_at !== null ||
  (row.tokens_valid_after !== null && since < row.tokens_valid_after)
