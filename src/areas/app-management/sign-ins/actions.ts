import { lockAccounts } from '../../../directory/accounts/store.ts'
import { actorOf, recordAudit } from '../../../directory/audit.ts'
import type { Call, Person, SessionKind } from '../../../directory/caller.ts'
import type { Db, Trx } from '../../../platform/db/connect.ts'
import type { RealClock } from '../../../platform/time.ts'
import { confirmToken } from '../actions.ts'
import { grantNotFound, sessionNotFound } from './errors.ts'
import type { EndedSessions } from './wire.ts'

type Client = Readonly<{ id: string; name: string }>

export type OwnSession = Readonly<{
  id: string
  kind: SessionKind
  clients: readonly Client[]
  startedAt: Date
  lastUsedAt: Date | null
  lastUsedFrom: string | null
  browser: string | null
}>
export type OwnGrant = Readonly<{ client: Client; scopes: readonly string[]; grantedAt: Date }>
export type SignInWays = Readonly<{
  passwordSetAt: Date | null
  changePasswordUrl: string | null
  issuers: readonly Readonly<{ issuer: string; name: string }>[]
}>

/** Sessions and grants belong to identity. Each list has a limit; what ends something has none. */
export type SignIns = Readonly<{
  listSessions: (accountId: string) => Promise<readonly OwnSession[]>
  listGrants: (accountId: string) => Promise<readonly OwnGrant[]>
  findWays: (accountId: string) => Promise<SignInWays>
  /** Answers the clients that were signed in there. */
  endSession: (trx: Trx, accountId: string, id: string) => Promise<string[] | undefined>
  endOthers: (trx: Trx, accountId: string, currentId: string | null) => Promise<void>
  endAll: (trx: Trx, accountId: string) => Promise<void>
  withdrawGrant: (trx: Trx, accountId: string, clientId: string) => Promise<boolean>
  realTime: RealClock
}>

/** What the access token of a call calls its session. */
export const sessionOf = ({ caller }: Call<Person>): string | null =>
  caller.token === null ? caller.sessionId : null

export const endSession = (db: Db, call: Call<Person>, signIns: SignIns, id: string) =>
  changeOwn(db, call, signIns, async (trx, accountId) => {
    const clients = await signIns.endSession(trx, accountId, id)
    if (!clients) throw sessionNotFound()
    return { action: 'account.sign-out', target: `session ${id}`, after: { clients } }
  })

export const endSessions = (
  db: Db,
  call: Call<Person>,
  signIns: SignIns,
  { which }: EndedSessions,
) =>
  changeOwn(db, call, signIns, async (trx, accountId) => {
    if (which === 'all') await signIns.endAll(trx, accountId)
    else await signIns.endOthers(trx, accountId, sessionOf(call))
    return { action: 'account.sign-out', target: `account ${accountId}`, after: { which } }
  })

export const withdrawGrant = (db: Db, call: Call<Person>, signIns: SignIns, client: string) =>
  changeOwn(db, call, signIns, async (trx, accountId) => {
    if (!(await signIns.withdrawGrant(trx, accountId, client))) throw grantNotFound()
    const target = `account ${accountId}`
    return { action: 'account.consent-withdrawn', target, after: { client } }
  })

type Change = Readonly<{
  action: 'account.sign-out' | 'account.consent-withdrawn'
  target: string
  after: object
}>

/** Alone from the beginning: two that shared the account first would wait for each other. */
function changeOwn(
  db: Db,
  call: Call<Person>,
  { realTime }: SignIns,
  change: (trx: Trx, accountId: string) => Promise<Change>,
): Promise<void> {
  const { id } = call.caller.account
  return db.transaction().execute(async (trx) => {
    await lockAccounts(trx, [id])
    await confirmToken(trx, call)
    const actor = { ...actorOf(call), at: realTime() }
    await recordAudit(trx, actor, { scopeId: id, ...(await change(trx, id)) })
  })
}
