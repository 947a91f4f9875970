import type { Selectable } from 'kysely'
import type { Db } from '../../../platform/db/connect.ts'
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

/** The newest first. Reaches across owners: operators see everything. */
export function listAudit(db: Db, filter: AuditFilter): Promise<AuditRow[]> {
  const { scope, actor, action, from, to, before, limit } = filter
  return db
    .selectFrom('audit')
    .selectAll()
    .$if(scope !== undefined, (query) => query.where('scope_id', '=', scope ?? ''))
    .$if(actor !== undefined, (query) => query.where('actor_id', '=', actor ?? ''))
    .$if(action !== undefined, (query) =>
      action?.endsWith('.')
        ? query.where('action', 'like', `${action.replaceAll(/[\\%_]/g, '\\$&')}%`)
        : query.where('action', '=', action ?? ''),
    )
    .$if(from !== undefined, (query) => query.where('at', '>=', from ?? new Date(0)))
    .$if(to !== undefined, (query) => query.where('at', '<', to ?? new Date(0)))
    .$if(before !== undefined, (query) =>
      query.where((row) =>
        row.or([
          row('at', '<', before?.at ?? new Date(0)),
          row.and([row('at', '=', before?.at ?? new Date(0)), row('id', '<', before?.id ?? '')]),
        ]),
      ),
    )
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
