import { createHash, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/db/connect.ts'
import type { ProductTime, RealTime } from '../platform/time.ts'
import type { AuditAction } from './audit-actions.ts'
import type { Call } from './caller.ts'

/** Who changed something, when and from where. Sign-in records real time, everything else product time. */
export type Actor<Time extends ProductTime | RealTime = ProductTime> = Readonly<{
  kind: 'account' | 'app' | 'org' | 'service-account' | 'process'
  id: string
  at: Time
  tokenId?: string
  source?: string
  requestId?: string
}>

/** Somebody who has proven nothing, and yet causes something. */
export type Stranger = Readonly<{
  kind: 'anonymous'
  id: null
  at: RealTime
  tokenId?: undefined
  source: string
  requestId: string
}>

/** What changed. Never put a secret into `before` or `after`. */
export type Change = Readonly<{
  /** The owner, subscription or account the changed thing belongs to; `platform` when nobody. */
  scopeId: string
  action: AuditAction
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
export async function recordAudit(
  trx: Trx,
  actor: Actor | Actor<RealTime> | Stranger,
  ...changes: Change[]
): Promise<void> {
  const rows = changes.map((change) => ({
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
  for (let start = 0; start < rows.length; start += LARGEST_INSERT) {
    const some = rows.slice(start, start + LARGEST_INSERT)
    await trx.insertInto('audit').values(some).execute()
  }
}

/** Attempts of callers who proved nothing, which can be very many: one row a minute says how many. */
export type CountedAttempt = Readonly<{
  /** The beginning of the minute. */
  at: RealTime
  scopeId: string
  action: AuditAction
  target: string
  source: string | null
  after: object
  count: number
}>

/** Adds to the rows of the minute: all nodes count in the same ones. No attempt may be there twice. */
export async function addToAudit(db: Db, attempts: readonly CountedAttempt[]): Promise<void> {
  const rows = attempts.map(({ after, count, ...attempt }) => ({
    scope_id: attempt.scopeId,
    id: idOf({ ...attempt, after }),
    at: attempt.at,
    actor_kind: 'anonymous',
    action: attempt.action,
    target: attempt.target,
    after: JSON.stringify({ ...after, count }),
    source: attempt.source,
  }))
  await db
    .insertInto('audit')
    // In one order, so that two nodes do not wait for each other's rows.
    .values(rows.toSorted((a, b) => (a.id < b.id ? -1 : 1)))
    .onConflict((conflict) =>
      conflict.columns(['scope_id', 'id']).doUpdateSet({
        after: sql`excluded.after || jsonb_build_object('count',
          (audit.after ->> 'count')::bigint + (excluded.after ->> 'count')::bigint)`,
      }),
    )
    .execute()
}

/** The same on every node, for the same attempts of the same minute: a UUID of version 8. */
function idOf(attempt: object): string {
  const digits = createHash('sha256').update(JSON.stringify(attempt)).digest('hex')
  return digits.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_all, a, b, c, d, e) => `${a}-${b}-8${c}-8${d}-${e}`,
  )
}
