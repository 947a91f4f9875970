import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { decodeJwt } from 'jose'
import { beforeAll, beforeEach } from 'vitest'
import { openSeal } from '../../../src/platform/crypto/seal.ts'
import { useDatabase } from '../database/use-database.ts'
import { caller } from '../http/http.ts'
import { insertClient, insertPassword } from '../http/signed-in.ts'
import { PASSWORD, signer } from '../http/signer.ts'
import { makeVisitor } from '../http/visitor.ts'
import { insertPerson, type Person } from '../world/world.ts'
import { useServer } from './server.ts'

export const ORIGIN = 'http://binnacle.example'
export const BACK = 'https://client.example/back'
/** What clients of others can read. */
export const EVENTS =
  '/subscriptions/x/providers/Microsoft.ResourceHealth/events?api-version=2025-05-01'
export const PORTAL = {
  client_id: 'portal',
  redirect_uri: `${ORIGIN}/signed-in`,
  scope: 'openid account',
}
/** A client that stays signed in. */
export const CLI = {
  client_id: 'cli',
  redirect_uri: 'http://127.0.0.1:4567/signed-in',
  scope: 'openid offline_access account',
  prompt: 'consent',
}

/** Two nodes, somebody new with a password for each test, and ways to sign in and to call. */
export function useSignedInStage() {
  const database = useDatabase()
  const seal = openSeal(randomBytes(32))
  const setting = { databaseUrl: database.url, seal, env: { PUBLIC_URL: ORIGIN } }
  const nodes = [useServer(setting), useServer(setting)] as const
  const people = {} as { bob: Person }
  const insertSomebody = async (name: string) => {
    const person = await insertPerson(database.db, `${name}-${randomUUIDv7()}`)
    await insertPassword(database.db, person.id)
    return person
  }
  beforeAll(() =>
    insertClient(database.db, 'spa', ['implicit', 'code'], { principalId: randomUUIDv7() }),
  )
  beforeEach(async () => {
    people.bob = await insertSomebody('bob')
  })
  const urls = () => nodes.map(({ url }) => url)
  const call = (bearer: string, method: string, path: string, body?: object, node = nodes[0]) =>
    caller(node)(undefined, method, path, body, { Authorization: `Bearer ${bearer}` })

  return {
    database,
    seal,
    people,
    insertSomebody,
    async signIn(asked: typeof PORTAL = PORTAL, login = people.bob.name) {
      const { who, exchange } = await signer(ORIGIN, urls()).begin(login, asked)
      const { access_token: bearer = '', refresh_token: refresh = '' } = (await exchange()).body
      return { who, bearer, refresh, id: String(decodeJwt(bearer).sid) }
    },
    /** For a client whose access tokens end with the browser's session. */
    async signInImplicit(who = makeVisitor(ORIGIN, urls())) {
      const asked = { client_id: 'spa', response_type: 'token', redirect_uri: BACK }
      const query = new URLSearchParams({ ...asked, scope: 'user_impersonation' })
      const fields = { login: people.bob.name, password: PASSWORD }
      const page = await who.visit(`/oauth2/auth?${query}`)
      const isSignedIn = page.text.includes('/allow"')
      const consent = isSignedIn ? page : await who.submit(page, 'sign-in', fields)
      const { url } = await who.submit(consent, 'allow')
      return { who, bearer: new URLSearchParams(url.hash.slice(1)).get('access_token') ?? '' }
    },
    own: (bearer: string, method = 'GET', path = '', body?: object) =>
      call(bearer, method, `/v0.1/user${path}`, body),
    byToken: (method: string, path: string, body?: object) =>
      caller(nodes[0])(people.bob.token, method, `/v0.1/user${path}`, body),
    /** On each node. */
    statuses: (bearer: string, path = '/v0.1/user') =>
      Promise.all(
        nodes.map(async (node) => (await call(bearer, 'GET', path, undefined, node)).status),
      ),
    renew: async (client: string, token: string) =>
      (await signer(ORIGIN, urls()).refresh(client, token)).status,
  }
}
