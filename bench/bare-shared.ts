/**
 * The framework and the shared reads of the server, and nothing else: no hooks, no log, no rules, no
 * signature checked. What the server could reach if everything else were free.
 */
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import { toApp } from '../src/areas/app-management/apps/routes.ts'
import { type AppRow, findApp } from '../src/areas/app-management/apps/store.ts'
import { App, Owner } from '../src/areas/app-management/apps/wire.ts'
import { toUserProfile } from '../src/areas/app-management/owners/routes.ts'
import { UserProfile } from '../src/areas/app-management/owners/wire.ts'
import { findTargets } from '../src/areas/app-management/store.ts'
import { parseToken } from '../src/directory/api-token.ts'
import { findBearers } from '../src/identity/bearer/store.ts'
import { findTokens } from '../src/identity/store.ts'
import { openSharedReads } from '../src/platform/db/shared-read.ts'
import { addSchemas, ref } from '../src/platform/http/schema.ts'
import { readBareArguments } from './start/bare-arguments.ts'
import { recordStatements } from './start/statements.ts'

const { databaseUrl, named } = readBareArguments()
const reads = openSharedReads(databaseUrl, { maxWaitMs: 30_000, shedAfterMs: 30_000 })
const findToken = reads.define(findTokens)
const findTarget = reads.define(findTargets)
const findBearer = reads.define(findBearers)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const nobody = '01a1dd03-7b80-7a71-811c-8bcccd5a6b46'
const [appSql = ''] = await recordStatements(pool, (db) =>
  findApp(db, { ownerId: nobody, appId: nobody }, nobody),
)

const app = Fastify()
addSchemas(app, [UserProfile, Owner, App])

app.get('/v0.1/user', { schema: { response: { 200: ref(UserProfile) } } }, async (request) => {
  const { authorization } = request.headers
  const found =
    authorization === undefined ? findToken(tokenOf(request)) : findBearer(whoIn(authorization))
  const account = (await found)?.account
  if (!account) throw notLoaded()
  return toUserProfile(account)
})

app.get<{ Params: { owner: string; app: string } }>(
  '/v0.1/apps/:owner/:app',
  { schema: { response: { 200: ref(App) } } },
  async (request) => {
    const account = (await findToken(tokenOf(request)))?.account
    if (!account) throw notLoaded()
    const target = await findTarget({ accountId: account.id, ...request.params })
    const values = ['user', account.id, account.id, target?.ownerId, target?.appId]
    const { rows } = await pool.query<AppRow>({ ...named('app'), text: appSql, values })
    if (!rows[0]) throw notLoaded()
    return toApp(rows[0], 'manager')
  },
)

function tokenOf({ headers }: FastifyRequest) {
  const token = parseToken(String(headers['x-api-token']))
  if (!token) throw notLoaded()
  return token
}

function whoIn(authorization: string) {
  const claims = authorization.split('.')[1] ?? ''
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }
  const others = { identity: null, clientId: null, sessionId: null, subscriptionId: null }
  return { accountId: sub, ...others }
}

const notLoaded = () => new Error('the load has valid credentials and existing apps only')

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
