import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertApp, insertPerson, type Person } from '../../../test/support/world/world.ts'

/** The two dates of the original product. */
const LIFECYCLE = JSON.stringify({
  account: { date: '2025-03-31', enforce: true },
  analytics: { date: '2026-06-30', enforce: true },
  diagnostics: { date: '2026-06-30', enforce: true },
})
const PRODUCT = { deprecation: '@1743465599', sunset: 'Mon, 31 Mar 2025 23:59:59 GMT' }
const EXCEPTED = { deprecation: '@1782863999', sunset: 'Tue, 30 Jun 2026 23:59:59 GMT' }

const database = useDatabase()
let now = new Date()
const productTime = () => now
const server = useServer({ databaseUrl: database.url, env: { LIFECYCLE }, productTime })
const unset = useServer({ databaseUrl: database.url, productTime })
const announced = useServer({
  databaseUrl: database.url,
  productTime,
  env: { LIFECYCLE: '{"account":{"date":"2025-03-31"}}' },
})
const call = caller(server)

let ada: Person
beforeAll(async () => {
  ada = await insertPerson(database.db, 'ada')
  await insertApp(database.db, { ...ada, kind: 'user' }, {}, 'tide')
})

const PATHS = {
  account: '/v0.1/apps/ada/tide',
  analytics: '/v0.1/apps/ada/tide/analytics/versions',
  diagnostics: '/v0.1/apps/ada/tide/crash_groups',
}

async function ask(path: string, at: string, send = call) {
  now = new Date(at)
  const { status, headers, body } = await send(ada.token, 'GET', path)
  const code = body.code ?? body.error?.code
  return { status, code, deprecation: headers.get('deprecation'), sunset: headers.get('sunset') }
}

test('A78: the product has the retirement date 31 March 2025', async () => {
  expect(await ask(PATHS.account, '2025-03-31T23:59:59Z')).toMatchObject({
    status: 200,
    ...PRODUCT,
  })
  expect(await ask(PATHS.account, '2025-04-01T00:00:00Z')).toMatchObject({
    status: 410,
    code: 'Gone',
    ...PRODUCT,
  })
})

test('A78: the description of the area tells both dates of the original product', async () => {
  const { info } = (await caller(unset)(undefined, 'GET', '/openapi/app-management.json')).body
  expect(info.description).toContain('retired on 31 March 2025')
  expect(info.description).toContain('features were supported until 30 June 2026')
})

test.each([
  ['analytics', PATHS.analytics],
  ['diagnostics', PATHS.diagnostics],
])(
  'with dates of their own, the paths of %s are announced and then gone',
  async (_feature, path) => {
    const before = { status: 404, code: 'OperationNotServed', ...EXCEPTED }
    expect(await ask(path, '2025-04-01T00:00:00Z')).toEqual(before)
    expect(await ask(path, '2026-06-30T23:59:59Z')).toEqual(before)
    expect(await ask(path, '2026-07-01T00:00:00Z')).toEqual({
      status: 410,
      code: 'Gone',
      ...EXCEPTED,
    })
  },
)

test('410 carries the body of an operation, and comes after 401', async () => {
  now = new Date('2026-07-01T00:00:00Z')
  const gone = await call(ada.token, 'POST', '/v0.1/apps', {})
  expect(gone.body).toEqual({
    error: { code: 'Gone', message: expect.stringContaining('was retired on 2025-03-31') },
  })
  const unknown = await call(undefined, 'GET', PATHS.account)
  expect([unknown.status, unknown.headers.get('sunset')]).toEqual([401, PRODUCT.sunset])
})

test('what never was part of the product is not retired with it', async () => {
  const answer = await ask('/v0.1/apps/ada/tide/anything', '2026-07-01T00:00:00Z')
  expect(answer).toMatchObject({ status: 404, deprecation: null, sunset: null })
})

test('without enforce the headers stay and nothing is refused', async () => {
  const answer = await ask(PATHS.account, '2026-07-01T00:00:00Z', caller(announced))
  expect(answer).toMatchObject({ status: 200, ...PRODUCT })
  const other = await ask(PATHS.analytics, '2026-07-01T00:00:00Z', caller(announced))
  expect(other).toMatchObject({ status: 404, deprecation: null, sunset: null })
})

test('unset, nothing is retired and no header says so', async () => {
  const answer = await ask(PATHS.account, '2026-07-01T00:00:00Z', caller(unset))
  expect(answer).toMatchObject({ status: 200, deprecation: null, sunset: null })
})
