import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { caller } from '../../../../test/support/http/http.ts'
import {
  closeAfterwards,
  FOR_ACCOUNT,
  openIssuer,
  personOf,
  trust,
} from '../../../../test/support/http/issuer.ts'
import { insertPassword } from '../../../../test/support/http/signed-in.ts'
import { signer } from '../../../../test/support/http/signer.ts'
import { type TestServer, useServer } from '../../../../test/support/server/server.ts'
import { insertPerson, type Person } from '../../../../test/support/world/world.ts'
import { openSeal } from '../../../platform/crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const issuer = await openIssuer()
closeAfterwards(issuer)
const database = useDatabase()
const operatorClaim = { name: 'roles', value: 'binnacle-operator' }
const setting = (more: Record<string, string>) => ({
  databaseUrl: database.url,
  seal: openSeal(Buffer.alloc(32, 1)),
  env: {
    PUBLIC_URL: ORIGIN,
    TRUSTED_ISSUERS: JSON.stringify([trust(issuer, { operatorClaim })]),
    ...more,
  },
})
const bundled = useServer(setting({}))
const foreignOnly = useServer(setting({ BUNDLED_SIGN_IN: 'false' }))

const signIn = (sub: string, more: object = {}) =>
  issuer.sign({ ...personOf(sub), ...FOR_ACCOUNT, ...more })
const ask = (server: TestServer, bearer: string, method: string, path: string) =>
  caller(server)(undefined, method, path, undefined, { Authorization: `Bearer ${bearer}` })

let operator = ''
let bob: Person
beforeAll(async () => {
  operator = await signIn('olga', { roles: ['binnacle-operator'] })
  bob = await insertPerson(database.db, 'bob')
  await insertPassword(database.db, bob.id)
})

describe.each([
  ['with the bundled sign-in', bundled],
  ['without it', foreignOnly],
])('%s', (_what, server) => {
  const signOut = (id: string) =>
    ask(server, operator, 'POST', `/operator/v1/accounts/${id}/sign-out`)

  test('somebody of a trusted issuer gets no password, and a sentence that says where to go', async () => {
    const { body } = await ask(server, await signIn('grace'), 'GET', '/v0.1/user')
    const refused = await ask(server, operator, 'POST', `/operator/v1/accounts/${body.id}/reset`)
    expect(refused.status).toBe(409)
    expect(refused.body.error.message).toContain(`/operator/v1/accounts/{account_id}/sign-out`)
    const links = await database.db
      .selectFrom('one_use_link')
      .selectAll()
      .where('account_id', '=', body.id)
      .execute()
    expect(links).toEqual([])
  })

  test('they are signed out all the same; a token they get later counts', async () => {
    const bearer = await signIn('heidi')
    const getUser = (token: string) => ask(server, token, 'GET', '/v0.1/user')
    const { body } = await getUser(bearer)
    expect((await signOut(body.id)).status).toBe(204)
    expect((await getUser(bearer)).status).toBe(401)
    // Their tokens are dated to the second.
    await delay(1100)
    expect((await getUser(await signIn('heidi'))).status).toBe(200)
    const { body: audit } = await ask(
      server,
      operator,
      'GET',
      `/operator/v1/audit?scope=${body.id}&action=account.sign-out`,
    )
    expect(audit.value[0]).toMatchObject({ action: 'account.sign-out' })
  })
})

test('who signs in here is signed out, and keeps the password', async () => {
  const portal = () =>
    signer(ORIGIN, [bundled.url]).code('bob', 'portal', `${ORIGIN}/signed-in`, 'openid account')
  const bearer = await portal()
  const status = async (token: string) => (await ask(bundled, token, 'GET', '/v0.1/user')).status
  expect(await status(bearer)).toBe(200)
  const path = `/operator/v1/accounts/${bob.id}/sign-out`
  expect((await ask(bundled, operator, 'POST', path)).status).toBe(204)
  expect(await status(bearer)).toBe(401)
  expect(await status(await portal())).toBe(200)
})

test('without the bundled sign-in a reset says which settings switch it on', async () => {
  const path = `/operator/v1/accounts/${bob.id}/reset`
  const { status, body } = await ask(foreignOnly, operator, 'POST', path)
  expect([status, body.error.code]).toEqual([409, 'SignInOff'])
  expect(body.error.message).toMatch(/SECRET_KEY_FILE.*BUNDLED_SIGN_IN/)
})
