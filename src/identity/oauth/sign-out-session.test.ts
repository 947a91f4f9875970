import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockOwner, waitForWaiters, whileHolding } from '../../../test/support/database/locks.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { type Answer, caller } from '../../../test/support/http/http.ts'
import { insertClient, insertPassword } from '../../../test/support/http/signed-in.ts'
import { PASSWORD, signer } from '../../../test/support/http/signer.ts'
import { makeVisitor } from '../../../test/support/http/visitor.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertOrganization, insertPerson, type Person } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'
import type { Trx } from '../../platform/db/connect.ts'

const ORIGIN = 'http://binnacle.example'
const BACK = 'https://client.example/back'
const database = useDatabase()
const setting = {
  databaseUrl: database.url,
  seal: openSeal(randomBytes(32)),
  env: { PUBLIC_URL: ORIGIN },
}
const [one, two] = [useServer(setting), useServer(setting)]

beforeAll(() =>
  insertClient(database.db, 'spa', ['implicit', 'code'], { principalId: randomUUIDv7() }),
)

let bob: Person
beforeEach(async () => {
  bob = await insertPerson(database.db, `bob-${randomUUIDv7()}`)
  await database.db
    .updateTable('account')
    .set({ is_operator: true })
    .where('id', '=', bob.id)
    .execute()
  await insertPassword(database.db, bob.id)
})

const sign = () => signer(ORIGIN, [one.url, two.url])
type Visitor = ReturnType<typeof makeVisitor>
const PORTAL = { client_id: 'portal', redirect_uri: `${ORIGIN}/signed-in`, scope: 'openid account' }
const STAYING = {
  client_id: 'cli',
  redirect_uri: 'http://127.0.0.1:4567/signed-in',
  scope: 'openid offline_access account',
  prompt: 'consent',
}

async function signIn(asked = PORTAL) {
  const { who, exchange } = await sign().begin(bob.name, asked)
  return { who, tokens: (await exchange()).body }
}
const signOut = (who: Visitor) =>
  who.visit('/oauth2/sign-out', { method: 'POST', headers: { origin: ORIGIN } })
const call = (bearer = '', method = 'GET', path = '/v0.1/user', body?: object, server = one) =>
  caller(server)(undefined, method, path, body, { Authorization: `Bearer ${bearer}` })
const statuses = async (bearer = '') =>
  Promise.all(
    [one, two].map(
      async (server) => (await call(bearer, 'GET', '/v0.1/user', undefined, server)).status,
    ),
  )

describe('signing out of one browser', () => {
  test('ends its access tokens at the next request, on every node, and no other’s', async () => {
    const [laptop, phone] = [await signIn(), await signIn()]
    expect(await statuses(laptop.tokens.access_token)).toEqual([200, 200])
    await signOut(laptop.who)
    expect(await statuses(laptop.tokens.access_token)).toEqual([401, 401])
    expect(await statuses(phone.tokens.access_token)).toEqual([200, 200])
    const again = await signIn()
    expect(await statuses(again.tokens.access_token)).toEqual([200, 200])
  })

  test('ends what its refresh token brought, and what it would bring', async () => {
    const asked = { ...PORTAL, scope: 'openid offline_access account' }
    const { who, tokens } = await signIn(asked)
    const renewed = (await sign().refresh('portal', tokens.refresh_token ?? '')).body
    const sessions = [tokens, renewed].map(({ access_token = '' }) => decodeJwt(access_token).sid)
    expect(sessions).toEqual([expect.any(String), sessions[0]])
    await signOut(who)
    expect(await statuses(renewed.access_token)).toEqual([401, 401])
    expect((await sign().refresh('portal', renewed.refresh_token ?? '')).status).toBe(400)
  })

  test('ends a token of the implicit flow', async () => {
    const asked = { client_id: 'spa', response_type: 'token', redirect_uri: BACK }
    const query = new URLSearchParams({ ...asked, scope: 'user_impersonation' })
    const who = makeVisitor(ORIGIN, [one.url, two.url])
    const fields = { login: bob.name, password: PASSWORD }
    const consent = await who.submit(await who.visit(`/oauth2/auth?${query}`), 'sign-in', fields)
    const { url } = await who.submit(consent, 'allow')
    const token = new URLSearchParams(url.hash.slice(1)).get('access_token') ?? ''
    const path = '/subscriptions/x/providers/Microsoft.ResourceHealth/events?api-version=2025-05-01'
    expect((await call(token, 'GET', path)).status).not.toBe(401)
    await signOut(who)
    expect((await call(token, 'GET', path)).status).toBe(401)
  })

  test('leaves a command line signed in, which was allowed to stay', async () => {
    const { who, tokens } = await signIn(STAYING)
    await signOut(who)
    expect(await statuses(tokens.access_token)).toEqual([200, 200])
    expect((await sign().refresh('cli', tokens.refresh_token ?? '')).status).toBe(200)
  })
})

describe('signing out of one command line', () => {
  /** A second one, allowed in the same browser. */
  async function signInBeside(who: Visitor): Promise<Record<string, string>> {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = Buffer.from(
      await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier)),
    ).toString('base64url')
    const asked = {
      code_challenge: challenge,
      code_challenge_method: 'S256',
      response_type: 'code',
    }
    const query = new URLSearchParams({ ...STAYING, ...asked })
    const { url } = await who.submit(await who.visit(`/oauth2/auth?${query}`), 'allow')
    const { client_id, redirect_uri } = STAYING
    const grant = { grant_type: 'authorization_code', client_id, redirect_uri }
    const code = url.searchParams.get('code') ?? ''
    const body = new URLSearchParams({ ...grant, code, code_verifier: verifier })
    const response = await fetch(`${two.url}/oauth2/token`, { method: 'POST', body })
    return (await response.json()) as Record<string, string>
  }

  test('ends its access tokens, and not those of another beside it', async () => {
    const { who, tokens } = await signIn(STAYING)
    const other = await signInBeside(who)
    const token = tokens.refresh_token ?? ''
    const body = new URLSearchParams({ client_id: 'cli', token })
    await fetch(`${one.url}/oauth2/token/revocation`, { method: 'POST', body })
    expect(await statuses(tokens.access_token)).toEqual([401, 401])
    expect(await statuses(other.access_token)).toEqual([200, 200])
    expect((await sign().refresh('cli', other.refresh_token ?? '')).status).toBe(200)
  })
})

describe('a session that ends while a change made with it is under way', () => {
  const lockAccount = (trx: Trx) =>
    sql`select from account where id = ${bob.id} for update`.execute(trx)
  const endSession = (bearer = '') => {
    const { sid } = decodeJwt(bearer)
    return (trx: Trx) =>
      sql`insert into ended_session (account_id, id, ended_at, expires_at)
          values (${bob.id}, ${sid}, now(), now() + interval '1 hour')`.execute(trx)
  }
  const changeWhileItEnds = async (
    lock: (trx: Trx) => Promise<unknown>,
    change: (bearer: string) => Promise<Answer>,
  ) => {
    const bearer = (await signIn()).tokens.access_token ?? ''
    const lockAndEnd = async (trx: Trx) => {
      await lock(trx)
      await endSession(bearer)(trx)
    }
    const [answer] = await whileHolding(database.db, lockAndEnd, [() => change(bearer)])
    return answer
  }

  test('401: nothing is changed with it', async () => {
    const { id, name } = await insertOrganization(database.db, { [bob.id]: 'admin' })
    const answer = await changeWhileItEnds(lockOwner(id), (bearer) =>
      call(bearer, 'PATCH', `/v0.1/orgs/${name}`, { display_name: 'late' }),
    )
    expect(answer?.status).toBe(401)
  })

  test('403: the operator API refuses it', async () => {
    const input = { name: `eve-${randomUUIDv7()}`, email: `eve-${randomUUIDv7()}@example.com` }
    const answer = await changeWhileItEnds(lockAccount, (bearer) =>
      call(bearer, 'POST', '/operator/v1/accounts', input),
    )
    expect(answer?.status).toBe(403)
  })

  test('a request that has read the session does not write it back', async () => {
    const { who } = await signIn()
    let visiting: Promise<unknown> = Promise.resolve()
    let leaving: Promise<unknown> = Promise.resolve()
    await database.db.transaction().execute(async (trx) => {
      await sql`select from oauth_record where account_id = ${bob.id} and kind = 'Session'
                   for no key update`.execute(trx)
      leaving = signOut(who)
      await waitForWaiters(database.db, 1)
      visiting = who.visit(`/oauth2/auth?${new URLSearchParams({ ...PORTAL, prompt: 'none' })}`)
      await waitForWaiters(database.db, 2)
    })
    await Promise.all([leaving, visiting])
    const left = await database.db
      .selectFrom('oauth_record')
      .select('kind')
      .where('account_id', '=', bob.id)
      .where('kind', '=', 'Session')
      .execute()
    expect(left).toEqual([])
  })
})

test('an account that is enabled again does not revive bearers from before', async () => {
  const [operator, person] = [(await signIn()).tokens.access_token, await insertPerson(database.db)]
  await insertPassword(database.db, person.id)
  const bearer = await sign().code(person.name, 'portal', PORTAL.redirect_uri, PORTAL.scope)
  expect(await statuses(bearer)).toEqual([200, 200])
  const path = `/operator/v1/accounts/${person.id}`
  for (const disabled of [true, false]) {
    expect((await call(operator, 'PATCH', path, { disabled })).status).toBe(200)
    expect(await statuses(bearer)).toEqual([401, 401])
  }
  const fresh = await sign().code(person.name, 'portal', PORTAL.redirect_uri, PORTAL.scope)
  expect((await call(operator, 'PATCH', path, { disabled: false })).status).toBe(200)
  expect(await statuses(fresh)).toEqual([200, 200])
})
