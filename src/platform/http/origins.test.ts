import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson, type Person } from '../../../test/support/world/world.ts'

const database = useDatabase()
const server = useServer({
  databaseUrl: database.url,
  env: { PUBLIC_URL: 'http://binnacle.example', PORTAL_URL: 'https://portal.example/console' },
})

let ada: Person
beforeAll(async () => {
  ada = await insertPerson(database.db)
  const now = new Date()
  const insert = (id: string, redirect_uris: string[], disabled_at: Date | null = null) =>
    database.db
      .insertInto('oauth_client')
      .values({
        id,
        principal_id: randomUUIDv7(),
        display_name: id,
        redirect_uris,
        flows: ['implicit'],
        disabled_at,
        created_at: now,
        updated_at: now,
      })
      .execute()
  await insert('web', ['https://Client.example/back', 'http://localhost:5173/back'])
  await insert('ports', ['https://secure.example:443/back', 'https://odd.example:8443/back'])
  await insert('gone', ['https://gone.example/back'], now)
})

const EVENTS = '/subscriptions/s/providers/Microsoft.ResourceHealth/events?api-version=2025-05-01'
const PATHS = ['/v0.1/user', EVENTS, '/operator/v1/accounts', '/v0.1/nothing/here']
const allowed = (headers: Headers) => headers.get('access-control-allow-origin')

const ask = (path: string, headers: Record<string, string>, method = 'GET') =>
  fetch(`${server.url}${path}`, { method, headers })
const preflight = (path: string, origin: string) =>
  ask(
    path,
    {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,content-type',
    },
    'OPTIONS',
  )

test.each([
  'https://client.example',
  'http://localhost:5173',
  'https://secure.example',
  'https://odd.example:8443',
  'https://portal.example',
  // Where the explorer is.
  'http://binnacle.example',
])(
  '%s is the origin of a registered client: its pages may call, and read refusals',
  async (origin) => {
    for (const path of PATHS) {
      const before = await preflight(path, origin)
      expect([path, before.status, allowed(before.headers)]).toEqual([path, 204, origin])
      expect(before.headers.get('access-control-allow-headers')).toBe('authorization,content-type')
      expect(before.headers.get('access-control-allow-methods')).toContain('PATCH')
      expect(before.headers.get('access-control-allow-credentials')).toBeNull()
      const refused = await ask(path, { origin })
      expect([path, refused.status >= 400, allowed(refused.headers)]).toEqual([path, true, origin])
      expect(refused.headers.get('access-control-expose-headers')).toContain('x-ms-request-id')
      expect(refused.headers.get('vary')).toContain('Origin')
    }
    const { status } = await caller(server)(ada.token, 'GET', '/v0.1/user', undefined, { origin })
    expect(status).toBe(200)
  },
)

test.each([
  'https://evil.example',
  'https://client.example.evil.example',
  'https://sub.client.example',
  'http://client.example',
  'https://client.example:8443',
  'https://gone.example',
  'null',
  'https://client.example/back',
])('%s is not: a browser keeps its pages out', async (origin) => {
  for (const path of PATHS) {
    const before = await preflight(path, origin)
    expect([path, before.status >= 400, allowed(before.headers)]).toEqual([path, true, null])
    expect(allowed((await ask(path, { origin })).headers)).toBeNull()
  }
})

test('OPTIONS that no browser would send has the body of its area', async () => {
  const { status, body } = await caller(server)(undefined, 'OPTIONS', '/v0.1/user')
  expect([status, Object.keys(body).sort()]).toEqual([401, ['code', 'message', 'statusCode']])
  const other = await caller(server)(undefined, 'OPTIONS', EVENTS)
  expect([other.status, Object.keys(other.body).sort()]).toEqual([
    404,
    ['code', 'details', 'message'],
  ])
})
