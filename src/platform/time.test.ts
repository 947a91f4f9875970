import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { caller } from '../../test/support/http/http.ts'
import { namesOf, type Reader } from '../../test/support/http/service-health.ts'
import { forgeBearer, insertClient, insertPassword } from '../../test/support/http/signed-in.ts'
import { PASSWORD } from '../../test/support/http/signer.ts'
import { makeVisitor } from '../../test/support/http/visitor.ts'
import { atOrigin, ORIGIN, openHealth } from '../../test/support/server/health-calls.ts'
import { openQuota } from '../../test/support/server/quota.ts'
import { useServer } from '../../test/support/server/server.ts'
import { insertToken } from '../../test/support/world/samples.ts'
import { insertApp, insertOrganization, insertPerson } from '../../test/support/world/world.ts'
import { LIMITS } from '../limits.ts'
import { openSeal } from './crypto/seal.ts'

const DAY_MS = 24 * 3_600_000
const SHIFT_MS = 20 * DAY_MS
const endsOn = new Date(Date.now() + SHIFT_MS / 2).toISOString().slice(0, 10)

const ahead = { product: 0, real: 0 }
type Time = keyof typeof ahead

const database = useDatabase()
const seal = openSeal(randomBytes(32))
const setting = {
  databaseUrl: database.url,
  seal,
  productTime: () => new Date(Date.now() + ahead.product),
  realTime: () => new Date(Date.now() + ahead.real),
}
const server = useServer({
  ...setting,
  runsJobs: true,
  env: { PUBLIC_URL: ORIGIN },
  limits: { caps: { ...LIMITS.caps, freedNameDays: 10 } },
})
const retiring = useServer({
  ...setting,
  env: { LIFECYCLE: JSON.stringify({ account: { date: endsOn, enforce: true } }) },
})
const limited = useServer({
  ...setting,
  env: { RATE_LIMITS: 'readBurst=1,readsPerSecond=0.01' },
})
const call = caller(server)
const installation = atOrigin({ url: () => server.url, db: () => database.db, seal })
const health = openHealth(installation)
const quota = openQuota(installation)

const SUBSCRIPTION = 'sub-1'
let limit = 20
let reader: Reader
beforeAll(async () => {
  quota.setOperator(await health.addOperator())
  await quota.loadStarter()
  reader = await health.addReader()
  await health.addSubscription(SUBSCRIPTION, { [reader.id]: 'owner' })
  await insertClient(database.db, 'spa', ['implicit'], { principalId: randomUUIDv7() })
})
afterEach(() => {
  Object.assign(ahead, { product: 0, real: 0 })
})

const statusOf = async (at: { url: string }, token: string, path = '/v0.1/user') =>
  (await caller(at)(token, 'GET', path)).status

const isFar = (time: string) => Date.parse(time) > Date.now() + SHIFT_MS / 2

async function addPersonWithPassword() {
  const person = await insertPerson(database.db)
  await insertPassword(database.db, person.id)
  return person
}

async function openSignIn(who = makeVisitor(ORIGIN, [server.url])) {
  const asked = { client_id: 'spa', response_type: 'token', scope: 'user_impersonation' }
  const query = new URLSearchParams({ ...asked, redirect_uri: 'https://client.example/back' })
  return { who, page: await who.visit(`/oauth2/auth?${query}`) }
}

async function bearerStatus(claims: object): Promise<number> {
  const bearer = await forgeBearer(database.db, seal, ORIGIN, { client_id: 'explorer', ...claims })
  return (await health.list({ id: '', bearer }, SUBSCRIPTION)).status
}

/** Each begins now; `shift` moves one of the two times; the answer is whether that was noticed. */
type Case = (shift: () => void) => Promise<boolean>

const product: Record<string, Case> = {
  async 'an API token expires'(shift) {
    const { id: homeId } = await insertPerson(database.db)
    const expiresAt = new Date(Date.now() + DAY_MS)
    const { value } = await insertToken(database.db, { homeId, expiresAt })
    expect(await statusOf(server, value)).toBe(200)
    shift()
    return (await statusOf(server, value)) === 401
  },
  async 'an event leaves the window of a list'(shift) {
    const event = await health.publish()
    expect(namesOf(await health.list(reader, SUBSCRIPTION))).toContain(event)
    shift()
    return !namesOf(await health.list(reader, SUBSCRIPTION)).includes(event)
  },
  async 'an event is dated'(shift) {
    shift()
    const event = await health.publish()
    const { body } = await health.get(reader, SUBSCRIPTION, event)
    return isFar(body.properties.lastUpdateTime)
  },
  async 'a quota request is dated'(shift) {
    shift()
    const { body } = await quota.put(reader, SUBSCRIPTION, 'standardDSv3Family', ++limit)
    const details = await quota.status(reader, SUBSCRIPTION, body.name)
    return isFar(details.body.properties.requestSubmitTime)
  },
  async 'what a job records is dated'(shift) {
    shift()
    const { body } = await quota.put(reader, SUBSCRIPTION, 'standardDSv3Family', ++limit)
    await quota.waitForRequest(reader, SUBSCRIPTION, body.name)
    const rows = await database.db
      .selectFrom('audit')
      .select('at')
      .where('actor_kind', '=', 'process')
      .where('scope_id', '=', SUBSCRIPTION)
      .where('target', 'like', `%${body.name}%`)
      .execute()
    expect(rows.length).toBeGreaterThan(0)
    return rows.every(({ at }) => isFar(at.toISOString()))
  },
  async 'a freed name is free'(shift) {
    const [ada, bob] = [await insertPerson(database.db), await insertPerson(database.db)]
    const { name } = await insertOrganization(database.db, { [ada.id]: 'admin' })
    expect((await call(ada.token, 'DELETE', `/v0.1/orgs/${name}`)).status).toBe(204)
    const claim = async () => (await call(bob.token, 'POST', '/v0.1/orgs', { name })).status
    expect(await claim()).toBe(409)
    shift()
    return (await claim()) === 201
  },
  async 'a feature that is retired ends'(shift) {
    const ada = await insertPerson(database.db)
    const { path } = await insertApp(database.db, { ...ada, kind: 'user' })
    expect(await statusOf(retiring, ada.token, path)).toBe(200)
    shift()
    return (await statusOf(retiring, ada.token, path)) === 410
  },
}

const real: Record<string, Case> = {
  async 'a bearer expires'(shift) {
    const claims = { sub: reader.id, exp: Math.floor((Date.now() + DAY_MS) / 1000) }
    expect(await bearerStatus(claims)).toBe(200)
    shift()
    return (await bearerStatus(claims)) === 401
  },
  async 'signing out everywhere ends what is issued from now on too'(shift) {
    const other = await health.addReader()
    await health.addSubscription(`sub-${other.id}`, { [other.id]: 'reader' })
    shift()
    expect((await health.callAsOperator('POST', `/accounts/${other.id}/sign-out`)).status).toBe(204)
    const claims = { sub: other.id, iat_ms: Date.now() + DAY_MS, exp: Date.now() }
    const bearer = await forgeBearer(database.db, seal, ORIGIN, claims)
    return (await health.list({ ...other, bearer }, `sub-${other.id}`)).status === 401
  },
  async 'the audit row of a signing out by an operator has the time'(shift) {
    const { id } = await insertPerson(database.db)
    shift()
    const { status } = await health.callAsOperator('POST', `/accounts/${id}/sign-out`)
    expect(status).toBe(204)
    const row = await database.db
      .selectFrom('audit')
      .select('at')
      .where('scope_id', '=', id)
      .where('action', '=', 'account.sign-out')
      .executeTakeFirstOrThrow()
    return row.at.getTime() > Date.now() + DAY_MS
  },
  async 'a session ends'(shift) {
    const { name: login } = await addPersonWithPassword()
    const { who, page } = await openSignIn()
    await who.submit(await who.submit(page, 'sign-in', { login, password: PASSWORD }), 'allow')
    const hasForm = async () => (await openSignIn(who)).page.text.includes('name="password"')
    expect(await hasForm()).toBe(false)
    shift()
    return hasForm()
  },
  async 'a link to set a password ends'(shift) {
    const { id } = await insertPerson(database.db)
    const account = { name: `n-${id}`, email: `${id}@example.org` }
    const { body } = await health.callAsOperator('POST', '/accounts', account)
    const { pathname } = new URL(body.password_link)
    const open = async () => (await makeVisitor(ORIGIN, [server.url]).visit(pathname)).status
    expect(await open()).toBe(200)
    shift()
    return (await open()) === 404
  },
  async 'a password may be tried again'(shift) {
    const { name: login } = await addPersonWithPassword()
    const guess = async () => {
      const { who, page } = await openSignIn()
      return (await who.submit(page, 'sign-in', { login, password: 'wrong' })).status
    }
    for (let tries = 0; (await guess()) !== 429; tries++) expect(tries).toBeLessThan(20)
    shift()
    return (await guess()) === 401
  },
  async 'an allowance of requests is given back'(shift) {
    const { token } = await insertPerson(database.db)
    expect(await statusOf(limited, token)).toBe(200)
    expect(await statusOf(limited, token)).toBe(429)
    shift()
    return (await statusOf(limited, token)) === 200
  },
}

describe.each([
  { of: 'product' as Time, cases: product },
  { of: 'real' as Time, cases: real },
])('$of time', ({ of, cases }) => {
  describe.each(Object.keys(cases))('%s', (name) => {
    test.each(['product', 'real'] as const)('when %s time moves', async (time) => {
      const noticed = await cases[name]?.(() => {
        ahead[time] = SHIFT_MS
      })
      expect(noticed).toBe(time === of)
    })
  })
})

test('no column has a default that tells the time', async () => {
  const { rows } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
     where table_schema = 'public' and column_default ~* '(now|timestamp|date)'`.execute(
    database.db,
  )
  expect(rows).toEqual([])
})
