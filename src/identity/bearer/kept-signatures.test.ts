import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import { forgeBearer } from '../../../test/support/http/signed-in.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertOrganization, insertPerson, type Person } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const HOUR_S = 3600
const database = useDatabase()
const seal = openSeal(randomBytes(32))
const server = useServer({ databaseUrl: database.url, seal, env: { PUBLIC_URL: ORIGIN } })
const ask = async (bearer: string, path: string) => {
  const headers = { Authorization: `Bearer ${bearer}` }
  const { status, body } = await caller(server)(undefined, 'GET', path, undefined, headers)
  return { status, code: body.code }
}
const events = (bearer: string) =>
  ask(
    bearer,
    '/subscriptions/sub-a/providers/Microsoft.ResourceHealth/events?api-version=2025-05-01',
  )
const user = (bearer: string) => ask(bearer, '/v0.1/user')

const nowS = () => Math.floor(Date.now() / 1000)
const verifications = vi.spyOn(crypto.subtle, 'verify')
let ada: Person
const sign = (claims: object = {}) =>
  forgeBearer(database.db, seal, ORIGIN, {
    sub: ada.id,
    client_id: 'portal',
    aud: `${ORIGIN}/v0.1`,
    scope: 'account',
    exp: nowS() + HOUR_S,
    jti: randomUUIDv7(),
    ...claims,
  })
const signForEvents = (more: object = {}) =>
  sign({ aud: ORIGIN, scope: 'user_impersonation', client_id: 'explorer', ...more })

beforeAll(async () => {
  const { db } = database
  ada = await insertPerson(db, 'ada')
  const now = new Date()
  const { id: organization_id } = await insertOrganization(db, { [ada.id]: 'admin' })
  const subscription = { id: 'sub-a', organization_id, display_name: 'A' }
  await db
    .insertInto('subscription')
    .values({ ...subscription, created_at: now, updated_at: now })
    .execute()
  const member = { subscription_id: 'sub-a', principal_id: ada.id, role: 'reader' as const }
  await db
    .insertInto('subscription_member')
    .values({ ...member, created_at: now })
    .execute()
})
beforeEach(() => void verifications.mockClear())
afterAll(() => verifications.mockRestore())

describe('a signature', () => {
  test('is verified once for each part of the service', async () => {
    const bearer = await sign()
    for (let i = 0; i < 3; i++) expect((await user(bearer)).status).toBe(200)
    expect(verifications).toHaveBeenCalledTimes(1)
    for (let i = 0; i < 3; i++)
      expect((await ask(bearer, '/operator/v1/accounts')).status).toBe(403)
    expect(verifications).toHaveBeenCalledTimes(2)
  })

  test('does not count in another part, in whichever order', async () => {
    const [forEvents, forAreaA] = [await signForEvents(), await sign()]
    for (let i = 0; i < 2; i++) {
      expect((await events(forEvents)).status).toBe(200)
      expect((await user(forEvents)).status).toBe(401)
      expect((await ask(forEvents, '/operator/v1/accounts')).status).toBe(401)
      expect((await user(forAreaA)).status).toBe(200)
      expect((await events(forAreaA)).status).toBe(401)
    }
  })

  test('does not count for another signature of the same claims', async () => {
    const bearer = await sign()
    expect((await user(bearer)).status).toBe(200)
    const [header, claims, signature = ''] = bearer.split('.')
    const digit = signature[20] === 'A' ? 'B' : 'A'
    const altered = `${signature.slice(0, 20)}${digit}${signature.slice(21)}`
    expect((await user(`${header}.${claims}.${altered}`)).status).toBe(401)
    expect((await user(`${header}.${claims}.`)).status).toBe(401)
    expect((await user(bearer)).status).toBe(200)
  })

  test('counts to the second in which the token expires', async () => {
    const exp = nowS() + HOUR_S
    const bearer = await signForEvents({ exp })
    expect((await events(bearer)).status).toBe(200)
    const at = (ms: number) => {
      vi.useFakeTimers({ toFake: ['Date'], now: exp * 1000 + ms })
      return events(bearer).finally(() => vi.useRealTimers())
    }
    expect((await at(-1)).status).toBe(200)
    expect(verifications).toHaveBeenCalledTimes(1)
    expect(await at(0)).toEqual({ status: 401, code: 'ExpiredAuthenticationToken' })
    expect((await at(-1)).status).toBe(200)
  })

  test('says nothing of the account and its roles, which are read every time', async () => {
    const { db } = database
    const [forEvents, forAreaA] = [await signForEvents(), await sign()]
    expect([(await events(forEvents)).status, (await user(forAreaA)).status]).toEqual([200, 200])
    verifications.mockClear()
    await db.deleteFrom('subscription_member').execute()
    expect((await events(forEvents)).status).toBe(404)
    await db.updateTable('account').set({ disabled_at: new Date() }).execute()
    expect((await user(forAreaA)).status).toBe(401)
    await db.updateTable('account').set({ disabled_at: null }).execute()
    expect((await user(forAreaA)).status).toBe(200)
    expect(verifications).not.toHaveBeenCalled()
  })
})
