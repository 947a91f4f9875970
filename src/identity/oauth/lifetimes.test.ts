import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertPassword } from '../../../test/support/http/signed-in.ts'
import { signer } from '../../../test/support/http/signer.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'
import { DAY_MS } from '../../platform/durations.ts'

const ORIGIN = 'http://binnacle.example'
const HOUR_MS = DAY_MS / 24
const database = useDatabase()
let laterMs = 0
const server = useServer({
  databaseUrl: database.url,
  seal: openSeal(randomBytes(32)),
  env: { PUBLIC_URL: ORIGIN },
  realTime: () => new Date(Date.now() + laterMs),
})

const PORTAL = { client_id: 'portal', redirect_uri: `${ORIGIN}/signed-in`, scope: 'openid account' }
const CLI = {
  client_id: 'cli',
  redirect_uri: 'http://127.0.0.1:4567/signed-in',
  scope: 'openid offline_access account',
  prompt: 'consent',
}
const name = `grace-${randomUUIDv7()}`
beforeAll(async () => insertPassword(database.db, (await insertPerson(database.db, name)).id))

const sign = () => signer(ORIGIN, [server.url])
async function signIn(asked: typeof PORTAL) {
  laterMs = 0
  const { exchange } = await sign().begin(name, asked)
  return (await exchange()).body
}
async function renew({ client_id }: typeof PORTAL, token = '', afterMs = 0) {
  laterMs = afterMs
  return sign().refresh(client_id, token)
}

test('a browser that does not visit the sign-in again is signed out after 24 hours', async () => {
  const early = await signIn(PORTAL)
  expect(Number(early.expires_in)).toBe(3600)
  // An open tab renews its tokens, which is no visit.
  const renewed = await renew(PORTAL, early.refresh_token, 23 * HOUR_MS)
  expect(renewed.status).toBe(200)
  expect((await renew(PORTAL, renewed.body.refresh_token, 25 * HOUR_MS)).status).toBe(400)
  const late = await signIn(PORTAL)
  expect((await renew(PORTAL, late.refresh_token, 25 * HOUR_MS)).status).toBe(400)
})

test('a visit to the sign-in makes the session of a browser last another 24 hours', async () => {
  laterMs = 0
  const { who } = await sign().begin(name, PORTAL)
  const challenge = { code_challenge: randomBytes(32).toString('base64url') }
  const asked = { ...PORTAL, ...challenge, code_challenge_method: 'S256', response_type: 'code' }
  const visitAfter = async (hours: number) => {
    laterMs = hours * HOUR_MS
    const { url, text } = await who.visit(`/oauth2/auth?${new URLSearchParams(asked)}`)
    return url.searchParams.has('code') ? 'signed in' : /<h1>([^<]+)/.exec(text)?.[1]
  }
  expect([await visitAfter(20), await visitAfter(43), await visitAfter(68)]).toEqual([
    'signed in',
    'signed in',
    'Sign in',
  ])
})

test('a command line stays signed in for 14 days, however often it renews its token', async () => {
  const { refresh_token } = await signIn(CLI)
  const once = await renew(CLI, refresh_token, 6 * DAY_MS)
  const twice = await renew(CLI, once.body.refresh_token, 13 * DAY_MS)
  expect([once.status, twice.status]).toEqual([200, 200])
  expect((await renew(CLI, twice.body.refresh_token, 15 * DAY_MS)).status).toBe(400)
})
