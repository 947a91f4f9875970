import { randomUUIDv7 } from 'node:crypto'
import type { Call } from './caller.ts'
import type { Trx } from './db/connect.ts'

/** Who changed something, when and from where. */
export type Actor = Readonly<{
  kind: 'account' | 'app' | 'org' | 'service-account' | 'process'
  id: string
  at: Date
  tokenId?: string
  source?: string
  requestId?: string
}>

/** What changed. Never put a secret into `before` or `after`. */
export type Change = Readonly<{
  /** The owner, subscription or account the changed thing belongs to; `platform` when nobody. */
  scopeId: string
  action: string
  target: string
  before?: object
  after?: object
}>

export function actorOf({ caller, at, source, requestId }: Call): Actor {
  const where = { at, source, requestId, ...(caller.token && { tokenId: caller.token.id }) }
  if (caller.kind === 'user') return { kind: 'account', id: caller.account.id, ...where }
  if (caller.kind === 'app') return { kind: 'app', id: caller.appId, ...where }
  if (caller.kind === 'org') return { kind: 'org', id: caller.organizationId, ...where }
  return { kind: 'service-account', id: caller.principalId, ...where }
}

const LARGEST_INSERT = 1000

/** Takes a transaction: the rows must stand or fall with the changes they tell of. */
export async function recordAudit(trx: Trx, actor: Actor, ...changes: Change[]): Promise<void> {
  for (let start = 0; start < changes.length; start += LARGEST_INSERT) {
    const rows = changes.slice(start, start + LARGEST_INSERT).map((change) => ({
      scope_id: change.scopeId,
      id: randomUUIDv7(),
      at: actor.at,
      actor_kind: actor.kind,
      actor_id: actor.id,
      token_id: actor.tokenId ?? null,
      action: change.action,
      target: change.target,
      before: change.before ? JSON.stringify(change.before) : null,
      after: change.after ? JSON.stringify(change.after) : null,
      source: actor.source ?? null,
      request_id: actor.requestId ?? null,
    }))
    await trx.insertInto('audit').values(rows).execute()
  }
}
