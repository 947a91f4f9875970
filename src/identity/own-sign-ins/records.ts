import { digestOf } from '../../platform/crypto/digest.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { RealClock } from '../../platform/time.ts'
import { sessionIdOf } from '../oauth/rules.ts'
import { recordLabel } from '../oauth/sealed-columns.ts'
import type { GrantRecord, LastUse, SessionRecord } from './rules.ts'
import { listRecords, type RecordRow } from './store.ts'

/** The live refresh tokens of ten clients, and the grants of a fortnight. */
const MOST_READ = 500

type SessionPayload = { loginTs?: number; authorizations?: Record<string, { grantId?: string }> }
type GrantPayload = {
  clientId: string
  iat?: number
  openid?: { scope?: string }
  resources?: Record<string, string>
}
type RefreshPayload = { grantId: string; expiresWithSession?: boolean }

type Deps = Readonly<{ seal: Seal | undefined; realTime: RealClock }>

/** What the provider has stored of an account, opened. */
export function openRecords({ seal, realTime }: Deps) {
  const open = <Payload>({ kind, id_hash, sealed }: RecordRow): Payload => {
    if (!seal) throw new Error('there are records of sign-ins, and no key to read them')
    return JSON.parse(seal.open(sealed, recordLabel(kind, id_hash))) as Payload
  }
  const toSession = (row: RecordRow): SessionRecord => {
    const { loginTs: sinceS = 0, authorizations = {} } = open<SessionPayload>(row)
    const clients = Object.entries(authorizations).flatMap(([clientId, { grantId }]) =>
      grantId === undefined ? [] : [{ clientId, grantHash: digestOf(grantId) }],
    )
    return { id: sessionIdOf(row.uid_hash ?? row.id_hash), sinceS, clients, ...useOf(row) }
  }
  const toGrant = (row: RecordRow): GrantRecord => {
    const { clientId, iat: sinceS = 0, openid = {}, resources = {} } = open<GrantPayload>(row)
    const scopes = [openid.scope, ...Object.values(resources)].flatMap((text = '') =>
      text.split(' ').filter((scope) => scope !== '' && scope !== 'openid'),
    )
    return { id: sessionIdOf(row.id_hash), clientId, sinceS, scopes, ...useOf(row) }
  }
  return {
    toSession,
    toGrant,
    listSessions: async (db: Db, accountId: string, limit: number) =>
      (await listRecords(db, accountId, 'Session', realTime(), limit)).map(toSession),
    listGrants: (db: Db, accountId: string) =>
      listRecords(db, accountId, 'Grant', realTime(), MOST_READ),
    /** The ids of grants with a refresh token that does not end with a browser's session. */
    async listStaying(db: Db, accountId: string): Promise<Set<string>> {
      const tokens = await listRecords(db, accountId, 'RefreshToken', realTime(), MOST_READ)
      const unbound = tokens
        .map((row) => open<RefreshPayload>(row))
        .filter(({ expiresWithSession }) => !expiresWithSession)
      return new Set(unbound.map(({ grantId }) => sessionIdOf(digestOf(grantId))))
    },
  }
}

export type Records = ReturnType<typeof openRecords>

const useOf = (row: RecordRow): LastUse => ({
  lastUsedAt: row.last_used_at,
  lastUsedFrom: row.last_used_from,
  browser: row.browser,
})
