/**
 * The framework and the shared reads of the server, and nothing else: no hooks, no log, no rules, no
 * signature checked. What the server could reach if everything else were free.
 */
import Fastify, { type FastifyRequest } from 'fastify'
import { toApp } from '../src/areas/app-management/apps/routes.ts'
import { findApps } from '../src/areas/app-management/apps/store.ts'
import { App, Owner } from '../src/areas/app-management/apps/wire.ts'
import { toUserProfile } from '../src/areas/app-management/owners/routes.ts'
import { UserProfile } from '../src/areas/app-management/owners/wire.ts'
import { findTargets } from '../src/areas/app-management/store.ts'
import { parseToken } from '../src/directory/api-token.ts'
import { findBearers } from '../src/identity/bearer/store.ts'
import { findTokens } from '../src/identity/store.ts'
import { openSharedReads } from '../src/platform/db/shared-read.ts'
import { createStatementNaming } from '../src/platform/db/statement-names.ts'
import { addSchemas, ref } from '../src/platform/http/schema.ts'
import { readBareArguments } from './start/bare-arguments.ts'

const { databaseUrl, hasNames } = readBareArguments()
const naming = createStatementNaming({ isOn: hasNames })
const reads = openSharedReads(databaseUrl, { maxWaitMs: 30_000, shedAfterMs: 30_000, naming })
const findToken = reads.define(findTokens)
const findTarget = reads.define(findTargets)
const findBearer = reads.define(findBearers(false))
const findApp = reads.define(findApps)

const app = Fastify()
addSchemas(app, [UserProfile, Owner, App])

app.get('/v0.1/user', { schema: { response: { 200: ref(UserProfile) } } }, async (request) => {
  const { authorization } = request.headers
  const found =
    authorization === undefined ? findToken(tokenOf(request)) : findBearer(whoIn(authorization))
  const account = (await found)?.account
  if (!account) throw notLoaded()
  return {
    ...toUserProfile(account),
    ...('isOperator' in account && { is_operator: account.isOperator }),
  }
})

app.get<{ Params: { owner: string; app: string } }>(
  '/v0.1/apps/:owner/:app',
  { schema: { response: { 200: ref(App) } } },
  async (request) => {
    const account = (await findToken(tokenOf(request)))?.account
    if (!account) throw notLoaded()
    const target = await findTarget({ accountId: account.id, ...request.params })
    const { ownerId = '', appId } = target ?? {}
    const found = await findApp({ ownerId, appId: appId ?? '', accountId: account.id })
    if (!found) throw notLoaded()
    return toApp(found, 'manager')
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
  const others = {
    identity: null,
    clientId: null,
    sessionId: null,
    grantId: null,
    subscriptionId: null,
  }
  return { accountId: sub, ...others }
}

const notLoaded = () => new Error('the load has valid credentials and existing apps only')

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
