import { randomUUIDv7 } from 'node:crypto'
import { type AuditEntry, recordAudit } from '../../../platform/audit.ts'
import type { TokenAccess, TokenKind } from '../../../platform/caller.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { makeToken } from '../../../platform/secrets.ts'
import { tokenLimitReached } from '../errors.ts'
import { TOKENS_PER_ACCOUNT } from './rules.ts'
import * as store from './store.ts'

type TokenRequest = Readonly<{
  kind: TokenKind
  homeId: string
  access: TokenAccess
  description: string
  createdBy: string
  actor: AuditEntry['actor']
  now: Date
}>

/** The value is in the result and nowhere else: what is stored, audited and logged is without it. */
export async function issueToken(
  trx: Trx,
  { kind, homeId, access, description, createdBy, actor, now }: TokenRequest,
): Promise<{ id: string; value: string }> {
  if (!(await store.raiseTokenCount(trx, createdBy, TOKENS_PER_ACCOUNT))) {
    throw tokenLimitReached(TOKENS_PER_ACCOUNT)
  }
  const id = randomUUIDv7()
  const { value, hash } = makeToken(kind, homeId)
  await store.insertToken(trx, {
    home_id: homeId,
    id,
    hash: Buffer.from(hash, 'hex'),
    kind,
    access,
    description,
    created_by: createdBy,
    created_at: now,
  })
  await recordAudit(trx, {
    scopeId: homeId,
    at: now,
    actor,
    action: 'token.create',
    target: `token ${id}`,
    after: { kind, access, description },
  })
  return { id, value }
}
