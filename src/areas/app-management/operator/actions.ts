import type { Call } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { operate } from '../../../platform/db/operate.ts'
import { adminNotFound, nameTaken } from '../errors.ts'
import { addOrganization } from '../organizations/actions.ts'
import type { OrganizationRow } from '../organizations/store.ts'
import { chooseName } from '../owners/actions.ts'
import { hasAccount } from './store.ts'
import type { NewOrganizationFor } from './wire.ts'

export async function addOrganizationFor(
  db: Db,
  call: Call,
  { name, display_name = name, admin_id }: NewOrganizationFor,
): Promise<OrganizationRow> {
  chooseName({ name, display_name })
  return operate(db, call, async (trx) => {
    if (!(await hasAccount(trx, admin_id))) throw adminNotFound(admin_id)
    const row = await addOrganization(trx, call, admin_id, name, display_name)
    if (!row) throw nameTaken(name)
    return row
  })
}
