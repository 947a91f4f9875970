import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
import { ifGiven } from '../../../platform/db/if-given.ts'
import { NO_NAME } from '../../../platform/db/statement-names.ts'
import type { Audit } from '../../../platform/db/tables.ts'

export type AuditRow = Selectable<Audit>

export type AuditFilter = Readonly<{
  scope?: string | undefined
  actor?: string | undefined
  action?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
  /** Older than this one. */
  before?: { at: Date; id: string } | undefined
  limit: number
}>

const isGiven = (value: string | undefined) => value !== undefined

/** The newest first. Reaches across owners: operators see everything. */
export function listAudit(db: Db, filter: AuditFilter): Promise<AuditRow[]> {
  const { scope, actor, action, from, to, before, limit } = filter
  return (
    db
      .selectFrom('audit')
      .selectAll()
      .where((row) => ifGiven(scope, (given) => row('scope_id', '=', given)))
      .where((row) => ifGiven(actor, (given) => row('actor_id', '=', given)))
      .where((row) =>
        ifGiven(action, (given) =>
          given.endsWith('.')
            ? row('action', 'like', `${given.replaceAll(/[\\%_]/g, '\\$&')}%`)
            : row('action', '=', given),
        ),
      )
      .where((row) => ifGiven(from, (given) => row('at', '>=', given)))
      .where((row) => ifGiven(to, (given) => row('at', '<', given)))
      .where((row) =>
        ifGiven(before, ({ at, id }) =>
          row.or([row('at', '<', at), row.and([row('at', '=', at), row('id', '<', id)])]),
        ),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      // One scope may hold most of the trail, and another a few rows.
      .$if([scope, actor, action].some(isGiven), (query) => query.modifyEnd(sql.raw(NO_NAME)))
      .execute()
  )
}
