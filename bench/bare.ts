/**
 * What one would write first, and nothing else: the same framework and driver, no hooks, no log.
 * `/static` answers without a database, `/one-query` asks once per request by a prepared statement.
 */
import Fastify from 'fastify'
import pg from 'pg'
import { parseToken } from '../src/directory/api-token.ts'
import { readBareArguments } from './start/bare-arguments.ts'

const ONE_TOKEN_SQL = `
  select token.id, token.kind, token.access, token.app_id, token.expires_at, token.revoked_at,
         account.name, account.display_name, account.email,
         account.created_at, account.disabled_at
    from api_token as token
    left join account on token.kind = 'user' and account.id = token.home_id
   where token.home_id = $1 and token.hash = $2`

const response = {
  200: {
    type: 'object',
    properties: {
      id: { type: 'string' },
      name: { type: 'string' },
      display_name: { type: 'string' },
      email: { type: 'string' },
      avatar_url: { type: ['string', 'null'] },
      can_change_password: { type: 'boolean' },
      origin: { type: 'string' },
      created_at: { type: 'string' },
    },
  },
}

const { databaseUrl, named } = readBareArguments()
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const app = Fastify()

app.get('/static', { schema: { response } }, async () => ({
  id: '01a1dd03-7b80-7a71-811c-8bcccd5a6b46',
  name: 'user-42',
  display_name: 'User 42',
  email: 'user-42@example.com',
  avatar_url: null,
  can_change_password: false,
  origin: 'appcenter',
  created_at: '2026-11-15T02:22:35.391Z',
}))

app.get('/one-query', { schema: { response } }, async (request) => {
  const token = parseToken(String(request.headers['x-api-token']))
  if (!token) throw new Error('the load sends good tokens only')
  const { rows } = await pool.query({
    ...named('token'),
    text: ONE_TOKEN_SQL,
    values: [token.homeId, Buffer.from(token.hash, 'hex')],
  })
  const [row] = rows
  if (!row || row.revoked_at) throw new Error('the load sends good tokens only')
  return {
    id: token.homeId,
    name: row.name,
    display_name: row.display_name,
    email: row.email,
    avatar_url: null,
    can_change_password: false,
    origin: 'appcenter',
    created_at: row.created_at.toISOString(),
  }
})

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
