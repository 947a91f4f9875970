import { randomUUIDv7 } from 'node:crypto'
import type { Trx } from './db/connect.ts'

/** What changed and by whom. Never put a secret into `before` or `after`. */
export type AuditEntry = Readonly<{
  /** The owner, subscription or account the changed thing belongs to; `platform` when nobody. */
  scopeId: string
  at: Date
  actor: Readonly<{ kind: 'account' | 'service-account' | 'process'; id: string | null }>
  tokenId?: string
  action: string
  target: string
  before?: object
  after?: object
  source?: string
  requestId?: string
}>

/** Takes a transaction: the row must stand or fall with the change it tells of. */
export async function recordAudit(trx: Trx, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit')
    .values({
      scope_id: entry.scopeId,
      id: randomUUIDv7(),
      at: entry.at,
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      token_id: entry.tokenId ?? null,
      action: entry.action,
      target: entry.target,
      before: entry.before ? JSON.stringify(entry.before) : null,
      after: entry.after ? JSON.stringify(entry.after) : null,
      source: entry.source ?? null,
      request_id: entry.requestId ?? null,
    })
    .execute()
}
