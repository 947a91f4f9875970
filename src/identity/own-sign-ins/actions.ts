import { lockAccounts } from '../../directory/accounts/store.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import type { RealClock } from '../../platform/time.ts'
import { clientFinder, PORTAL } from '../oauth/clients.ts'
import { issuerOf } from '../oauth/provider.ts'
import { sessionIdOf } from '../oauth/rules.ts'
import { deleteSession, insertEndedSession } from '../oauth/store.ts'
import type { IdentityConfig } from '../settings.ts'
import { signOutEverywhere } from '../sign-in/actions.ts'
import { findSignInAccount, listIssuers } from '../sign-in/store.ts'
import { openRecords, type Records } from './records.ts'
import { toGrants, toSessions } from './rules.ts'
import * as store from './store.ts'

/** Of what is shown. Whoever ends all others, or withdraws a grant, ends what is not shown as well. */
const MOST_SHOWN = 100

export type OwnSignInDeps = Readonly<{
  db: Db
  /** None: nobody can sign in here. */
  seal: Seal | undefined
  realTime: RealClock
  config: IdentityConfig
}>

/** Where an account is signed in, and which clients may act for it: for its owner to see and to end. */
export function openOwnSignIns(deps: OwnSignInDeps) {
  return { ...showSignIns(deps), ...endSignIns(deps), realTime: deps.realTime }
}

function showSignIns({ db, seal, realTime, config }: OwnSignInDeps) {
  const records = openRecords({ seal, realTime })
  const findClient = clientFinder(db, config)
  const nameClient = async (id: string) => {
    const name = (await findClient(id))?.client_name
    return { id, name: typeof name === 'string' ? name : id }
  }
  return {
    async listSessions(accountId: string) {
      const sessions = await records.listSessions(db, accountId, MOST_SHOWN)
      const grants = (await records.listGrants(db, accountId)).map(records.toGrant)
      const shown = toSessions(sessions, grants, await records.listStaying(db, accountId))
      return Promise.all(
        shown.slice(0, MOST_SHOWN).map(async ({ clientIds, ...session }) => ({
          ...session,
          clients: await Promise.all(clientIds.map(nameClient)),
        })),
      )
    },

    /** The portal is part of Binnacle, and nobody has allowed it anything. */
    async listGrants(accountId: string) {
      const grants = (await records.listGrants(db, accountId)).map(records.toGrant)
      const shown = toGrants(grants.filter(({ clientId }) => clientId !== PORTAL))
      return Promise.all(
        shown.slice(0, MOST_SHOWN).map(async ({ clientId, ...grant }) => ({
          ...grant,
          client: await nameClient(clientId),
        })),
      )
    },

    /** How somebody can sign in. */
    async findWays(accountId: string) {
      const account = await findSignInAccount(db, accountId)
      const issuers = await listIssuers(db, accountId)
      const hasPassword = seal !== undefined && config.bundledSignIn && account?.hash != null
      return {
        passwordSetAt: hasPassword ? account.passwordSetAt : null,
        changePasswordUrl: hasPassword ? `${issuerOf(config)}/change-password` : null,
        issuers: config.trustedIssuers
          .filter(({ issuer }) => issuers.includes(issuer))
          .map(({ issuer, signIn }) => ({ issuer, name: signIn?.name ?? issuer })),
      }
    },
  }
}

function endSignIns({ seal, realTime }: OwnSignInDeps) {
  const records = openRecords({ seal, realTime })
  return {
    /** The clients that were signed in there; undefined if the account has no such session. */
    async endSession(trx: Trx, accountId: string, id: string): Promise<string[] | undefined> {
      await lockAccounts(trx, [accountId])
      const row = await store.findRecordById(trx, accountId, id)
      if (!row) return undefined
      const at = realTime()
      if (row.kind === 'Grant') {
        await store.endGrants(trx, accountId, [row.id_hash], at)
        return [row.client_id ?? records.toGrant(row).clientId]
      }
      await insertEndedSession(trx, { accountId, id, at })
      if (row.uid_hash) await deleteSession(trx, row.uid_hash)
      return records.toSession(row).clients.map(({ clientId }) => clientId)
    },

    /** All but the one that a caller is in. A bearer of a trusted issuer is in none. */
    async endOthers(trx: Trx, accountId: string, currentId: string | null): Promise<void> {
      await lockAccounts(trx, [accountId])
      const kept = await findKept(trx, records, accountId, currentId)
      await store.endAllBut(trx, accountId, kept, realTime())
    },

    endAll: (trx: Trx, accountId: string) => signOutEverywhere(trx, accountId, realTime),

    /** False if the client has no grant of the account. */
    async withdrawGrant(trx: Trx, accountId: string, clientId: string): Promise<boolean> {
      if (clientId === PORTAL) return false
      await lockAccounts(trx, [accountId])
      const hashes = await store.listGrantHashes(trx, accountId, clientId)
      if (hashes.length > 0) await store.endGrants(trx, accountId, hashes, realTime())
      return hashes.length > 0
    },
  }
}

/** A browser keeps the clients that were signed in there and end with it; a client keeps itself. */
async function findKept(
  trx: Trx,
  records: Records,
  accountId: string,
  id: string | null,
): Promise<store.Kept> {
  const row = id === null ? undefined : await store.findRecordById(trx, accountId, id)
  if (!row) return { sessions: [], grants: [] }
  if (row.kind === 'Grant') return { sessions: [], grants: [row.id_hash] }
  const staying = await records.listStaying(trx, accountId)
  const grants = records
    .toSession(row)
    .clients.map(({ grantHash }) => grantHash)
    .filter((hash) => !staying.has(sessionIdOf(hash)))
  return { sessions: row.uid_hash ? [row.uid_hash] : [], grants }
}
