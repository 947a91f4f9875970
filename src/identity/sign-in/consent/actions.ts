import { recordAudit } from '../../../directory/audit.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { SignInActor } from '../actions.ts'

/** `scopes`: what a client may do from now on and could not before. */
export type Consent = Readonly<{ client: string; scopes: readonly string[] | 'refused' }>

export function recordConsent(
  db: Db,
  actor: SignInActor,
  { client, scopes }: Consent,
): Promise<void> {
  const change = { scopeId: actor.id, target: `account ${actor.id}` }
  return db
    .transaction()
    .execute((trx) =>
      recordAudit(
        trx,
        actor,
        scopes === 'refused'
          ? { ...change, action: 'account.consent-refused', after: { client } }
          : { ...change, action: 'account.consent', after: { client, scopes } },
      ),
    )
}
