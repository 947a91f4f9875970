import { chooseName } from '../../../directory/accounts/names/actions.ts'
import { noFreedName } from '../../../directory/accounts/names/errors.ts'
import { deleteFreedName, findFreedName } from '../../../directory/accounts/names/store.ts'
import { hasAccount } from '../../../directory/accounts/store.ts'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call } from '../../../directory/caller.ts'
import { runOperatorTransaction } from '../../../directory/operators/actions.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { RequestError } from '../../../platform/errors.ts'
import { checkOrganizationsOf } from '../caps/actions.ts'
import type { Caps } from '../caps/rules.ts'
import { adminNotFound } from '../errors.ts'
import { addOrganization } from '../organizations/actions.ts'
import type { OrganizationRow } from '../organizations/store.ts'
import type { NewOrganizationFor } from './wire.ts'

export async function addOrganizationFor(
  db: Db,
  call: Call,
  { name, display_name = name, admin_id }: NewOrganizationFor,
  caps: Caps,
): Promise<OrganizationRow> {
  chooseName({ name, display_name })
  return runOperatorTransaction(db, call, async (trx) => {
    if (!(await hasAccount(trx, admin_id))) throw adminNotFound(admin_id)
    const input = { name, displayName: display_name }
    // Operators could release a kept name first: they pass over it.
    const row = await addOrganization(trx, call, admin_id, input, { ...caps, freedNameDays: 0 })
    if (row instanceof RequestError) throw row
    await checkOrganizationsOf(trx, admin_id, caps)
    return row
  })
}

/** From then on anybody can take the name. */
export async function releaseFreedName(db: Db, call: Call, name: string): Promise<void> {
  await runOperatorTransaction(db, call, async (trx) => {
    const freed = await findFreedName(trx, name)
    if (!freed || !(await deleteFreedName(trx, name))) throw noFreedName(name)
    await recordAudit(trx, actorOf(call), {
      scopeId: freed.owner_id,
      action: 'name.release',
      target: `name ${name.toLowerCase()}`,
      before: { freedAt: freed.freed_at, freedBy: freed.freed_by },
    })
  })
}
