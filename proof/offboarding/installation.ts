import { randomUUIDv7 } from 'node:crypto'
import type { Seal } from '../../src/platform/crypto/seal.ts'
import type { Db } from '../../src/platform/db/connect.ts'
import { type Answer, caller } from '../../test/support/http/http.ts'
import { FOR_ACCOUNT, FOR_EVENTS, openIssuer, trust } from '../../test/support/http/issuer.ts'
import { forgeBearer, insertClient } from '../../test/support/http/signed-in.ts'
import { LONG_WAITS } from '../../test/support/processes/limits.ts'
import { serve } from '../../test/support/processes/processes.ts'
import { insertPerson } from '../../test/support/world/world.ts'
import { withInstallation } from '../installation.ts'

export const ORIGIN = 'http://binnacle.example'

export type Credential = Readonly<{ token: string } | { bearer: string }>

export type Installation = Readonly<{
  db: Db
  nodes: readonly string[]
  /** A request to the next node in turn. */
  call: (who: Credential, method: string, path: string, body?: object) => Promise<Answer>
  callAsOperator: (method: string, path: string, body?: object) => Promise<Answer>
  /** A bearer of somebody whom a trusted issuer vouches for too. */
  vouchFor: (accountId: string) => Promise<string>
  /** A new one of that person for areas B and C. */
  vouchForEvents: (accountId: string) => Promise<string>
}>

/** Two real processes on one database and one key; requests go to them in turn. */
export function withTwoNodes<T>(use: (it: Installation) => Promise<T>): Promise<T> {
  return withInstallation(async ({ db, seal, env }) => {
    const issuer = await openIssuer()
    const TRUSTED_ISSUERS = JSON.stringify([trust(issuer)])
    // On a busy machine a 503 would be read as an end of access.
    const settings = {
      ...env,
      ...LONG_WAITS,
      PUBLIC_URL: ORIGIN,
      RATE_LIMITS: 'false',
      TRUSTED_ISSUERS,
    }
    const servers = await Promise.all([1, 2].map(() => serve(settings)))
    try {
      const nodes = servers.map(({ addresses }) => addresses[0] ?? '')
      const operator = await makeOperator(db, seal)
      await insertClient(db, 'spa', ['implicit'], { principalId: randomUUIDv7() })
      const vouchFor = async (account_id: string) => {
        const identity = { issuer: issuer.url, subject: account_id, account_id }
        await db.insertInto('account_identity').values(identity).execute()
        const exp = Math.floor(Date.now() / 1000) + 3600
        return issuer.sign({ ...FOR_ACCOUNT, sub: account_id, exp })
      }
      const vouchForEvents = (sub: string) => issuer.sign({ ...FOR_EVENTS, sub })
      return await use({ db, nodes, vouchFor, vouchForEvents, ...callsOf(nodes, operator) })
    } finally {
      await Promise.all(servers.map((server) => server.stop()))
      issuer.close()
    }
  })
}

async function makeOperator(db: Db, seal: Seal): Promise<string> {
  const { id } = await insertPerson(db, 'operator')
  await db.updateTable('account').set({ is_operator: true }).where('id', '=', id).execute()
  const claims = { sub: id, client_id: 'portal', aud: `${ORIGIN}/v0.1`, scope: 'account' }
  const exp = Math.floor(Date.now() / 1000) + 3600
  return forgeBearer(db, seal, ORIGIN, { ...claims, exp })
}

function callsOf(nodes: readonly string[], operator: string) {
  let turn = 0
  const call: Installation['call'] = (who, method, path, body) => {
    const url = nodes[turn++ % nodes.length] ?? ''
    const token = 'token' in who ? who.token : undefined
    const headers = 'bearer' in who ? { Authorization: `Bearer ${who.bearer}` } : {}
    return caller({ url })(token, method, path, body, headers)
  }
  const callAsOperator: Installation['callAsOperator'] = (method, path, body) =>
    call({ bearer: operator }, method, `/operator/v1${path}`, body)
  return { call, callAsOperator }
}
