/**
 * The framework and the shared read of API tokens, and nothing else: no hooks, no log, no rules. What the
 * server could reach if everything else were free.
 */
import Fastify from 'fastify'
import { toUserProfile } from '../src/areas/app-management/owners/routes.ts'
import { UserProfile } from '../src/areas/app-management/owners/wire.ts'
import { parseToken } from '../src/directory/api-token.ts'
import { findTokens } from '../src/identity/store.ts'
import { openSharedReads } from '../src/platform/db/shared-read.ts'
import { addSchemas, ref } from '../src/platform/http/schema.ts'

const reads = openSharedReads(process.argv[2] ?? '', { maxWaitMs: 30_000 })
const findToken = reads.define(findTokens)
const app = Fastify()
addSchemas(app, [UserProfile])

const schema = { response: { 200: ref(UserProfile) } }
app.get('/v0.1/user', { schema }, async ({ headers }) => {
  const token = parseToken(String(headers['x-api-token']))
  const account = token && (await findToken(token))?.account
  if (!account) throw new Error('the load has valid tokens only')
  return toUserProfile(account)
})

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
