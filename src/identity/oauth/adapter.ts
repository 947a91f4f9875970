import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { isSessionEnded } from '../../directory/accounts/store.ts'
import { digestOf } from '../../platform/crypto/digest.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { RealClock } from '../../platform/time.ts'
import { isUuid } from '../../platform/uuid.ts'
import { trackLastUse } from '../own-sign-ins/last-use.ts'
import { deleteOldRefreshTokens } from './refresh-tokens/store.ts'
import type { RequestContexts } from './request-context.ts'
import { sessionIdOf } from './rules.ts'
import { recordLabel } from './sealed-columns.ts'
import * as store from './store.ts'

const REFRESH_TOKEN = 'RefreshToken'
/** Those whose client is looked for. */
const OF_CLIENT = new Set([REFRESH_TOKEN, 'Grant'])

/** Refresh tokens of one account and client. Used ones are kept to notice a second use (DI35). */
const MOST = { live: 50, used: 500 }

export type AdapterDeps = Readonly<{
  db: Db
  seal: Seal
  realTime: RealClock
  requests: RequestContexts
  /** Clients come from settings and from what operators registered, not from records. */
  findClient: (id: string) => Promise<AdapterPayload | undefined>
}>

/** What the OAuth provider keeps, in PostgreSQL: any node can go on where another stopped. */
export function makeAdapter({ db, seal, realTime, requests, findClient }: AdapterDeps) {
  const lastUse = trackLastUse({ db, realTime, requests })
  return (kind: string): Adapter => {
    async function find(key: Parameters<typeof store.findRecord>[2]) {
      const row = await store.findRecord(db, kind, key, realTime())
      if (!row) return undefined
      if (row.account_id) requests.noteValidAfter(row.account_id, row.tokens_valid_after)
      const payload = JSON.parse(
        seal.open(row.sealed, recordLabel(kind, row.id_hash)),
      ) as AdapterPayload
      const consumed = row.consumed_at && Math.floor(row.consumed_at.getTime() / 1000)
      return consumed ? { ...payload, consumed } : payload
    }

    /** A request that has read a session must not write it back after somebody has signed out of it. */
    const putSession = (accountId: string, record: store.NewRecord) =>
      db.transaction().execute(async (trx) => {
        const expected = requests.expectationOf(accountId)
        if (!(await store.shareAccountAsExpected(trx, accountId, expected))) return
        const sessionId = record.uid_hash && sessionIdOf(record.uid_hash)
        if (await isSessionEnded(trx, accountId, sessionId ?? null)) return
        await store.putRecord(trx, record)
      })

    async function put(accountId: string | null, record: store.NewRecord): Promise<void> {
      if (accountId === null) await store.putRecord(db, record)
      else if (kind === 'Session') await putSession(accountId, record)
      else await store.putRecordOf(db, accountId, record, requests.expectationOf(accountId))
    }

    return {
      async upsert(id, payload, expiresIn) {
        const idHash = digestOf(id)
        const accountId = accountOf(payload)
        const record = {
          kind,
          id_hash: idHash,
          sealed: seal.seal(JSON.stringify(payload), recordLabel(kind, idHash)),
          account_id: accountId,
          ...(OF_CLIENT.has(kind) && { client_id: payload.clientId ?? null }),
          // Of whoever is not signed in, no address is kept.
          ...(kind === 'Session' && accountId && lastUse.describe()),
          ...hashesOf(payload),
          expires_at: expiresIn ? new Date(realTime().getTime() + expiresIn * 1000) : null,
        }
        await put(accountId, record)
        if (kind !== REFRESH_TOKEN) return
        await endOldest(db, accountId, payload)
        await lastUse.note(payload)
      },
      find: (id) => (kind === 'Client' ? findClient(id) : find({ id_hash: digestOf(id) })),
      findByUid: (uid) => find({ uid_hash: digestOf(uid) }),
      findByUserCode: (userCode) => find({ user_code_hash: digestOf(userCode) }),
      async consume(id) {
        const idHash = digestOf(id)
        if (await store.consumeRecord(db, kind, idHash, realTime())) return
        // The library ends the grant when it finds a code or refresh token used; at once is no better.
        await store.deleteGrantOfRecord(db, kind, idHash, realTime())
        throw new errors.InvalidGrant('already used')
      },
      destroy: (id) =>
        kind === 'Grant'
          ? store.deleteGrant(db, digestOf(id), realTime())
          : store.deleteRecord(db, kind, digestOf(id)),
      revokeByGrantId: (grantId) => store.deleteRecordsOfGrant(db, kind, digestOf(grantId)),
    }
  }
}

async function endOldest(db: Db, accountId: string | null, { clientId }: AdapterPayload) {
  if (accountId === null || clientId === undefined) return
  await deleteOldRefreshTokens(db, accountId, clientId, MOST)
}

const hashesOf = ({ grantId, uid, userCode }: AdapterPayload) => ({
  grant_hash: grantId ? digestOf(grantId) : null,
  uid_hash: uid ? digestOf(uid) : null,
  user_code_hash: userCode ? digestOf(userCode) : null,
})

/** A client that acts for itself has none. A sign-in under way has whoever has shown the password, or was there before. */
function accountOf({ accountId, result, lastSubmission, session }: Stored): string | null {
  const known = [accountId, loginOf(result), loginOf(lastSubmission), session?.accountId]
  return known.find((id) => id !== undefined && isUuid(id)) ?? null
}

type Login = { login?: { accountId?: string } }
type Stored = AdapterPayload & { result?: unknown; lastSubmission?: unknown }

const loginOf = (submission: unknown) => (submission as Login | undefined)?.login?.accountId
