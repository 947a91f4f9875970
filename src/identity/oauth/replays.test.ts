import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertClient, insertPassword } from '../../../test/support/http/signed-in.ts'
import { signer } from '../../../test/support/http/signer.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const database = useDatabase()
const setting = {
  databaseUrl: database.url,
  seal: openSeal(randomBytes(32)),
  env: { PUBLIC_URL: ORIGIN },
}
const [one, two] = [useServer(setting), useServer(setting)]

beforeAll(async () => {
  const { id } = await insertPerson(database.db, 'ada')
  await insertPassword(database.db, id)
  await insertClient(database.db, 'web', ['code'], { principalId: randomUUIDv7() })
})

const asked = {
  client_id: 'web',
  redirect_uri: 'https://client.example/back',
  scope: 'openid offline_access user_impersonation',
  prompt: 'consent',
}
const sign = () => signer(ORIGIN, [one.url])
const ROUNDS = 8
type Answer = { status: number; body: Record<string, string> }

/** Of all that came at once at most one got something, and what it got brings nothing new. */
async function expectEnded(answers: readonly Answer[]): Promise<void> {
  const won = answers.filter(({ status }) => status === 200)
  expect(won.length).toBeLessThanOrEqual(1)
  for (const { body } of won) {
    const next = await sign().refresh('web', body.refresh_token ?? '', two.url)
    expect([next.status, next.body.error]).toEqual([400, 'invalid_grant'])
  }
}

const PORTAL = {
  client_id: 'portal',
  redirect_uri: `${ORIGIN}/signed-in`,
  scope: 'openid account',
}
const askAsPortal = async (access_token = '') => {
  const headers = { authorization: `Bearer ${access_token}` }
  return (await fetch(`${one.url}/v0.1/user`, { headers })).status
}
const SUBSCRIPTIONS = '/subscriptions?api-version=2019-11-01'

describe('a code is used again later', () => {
  test.each([
    ['the portal', PORTAL, '/v0.1/user'],
    ['a client', { ...asked, scope: 'openid user_impersonation' }, SUBSCRIPTIONS],
    ['a client that stays signed in', asked, SUBSCRIPTIONS],
  ])('%s: what it brought ends on every node', async (_who, request, path) => {
    const { exchange } = await sign().begin('ada', request)
    const { access_token = '', refresh_token = '' } = (await exchange()).body
    const headers = { authorization: `Bearer ${access_token}` }
    const use = async () => (await fetch(`${two.url}${path}`, { headers })).status
    expect(await use()).toBe(200)
    expect((await exchange(two.url)).body.error).toBe('invalid_grant')
    expect(await use()).toBe(401)
    const next = await sign().refresh(request.client_id, refresh_token)
    expect(next.status).toBe(400)
  })

  test('another sign-in of the same person goes on', async () => {
    const first = await sign().begin('ada', PORTAL)
    const other = await sign().begin('ada', PORTAL)
    await first.exchange()
    const { access_token } = (await other.exchange()).body
    await first.exchange()
    expect(await askAsPortal(access_token)).toBe(200)
  })
})

describe('used twice at once, on two nodes', () => {
  test('a code: the grant ends, for who was first too, and no other one', async () => {
    const other = await sign().begin('ada', PORTAL)
    const { access_token } = (await other.exchange()).body
    for (let round = 0; round < ROUNDS; round++) {
      const { exchange } = await sign().begin('ada', asked)
      const nodes = [one.url, two.url, one.url, two.url]
      await expectEnded(await Promise.all(nodes.map((node) => exchange(node))))
    }
    expect(await askAsPortal(access_token)).toBe(200)
  })

  test('a refresh token: likewise', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { exchange } = await sign().begin('ada', asked)
      const { refresh_token = '' } = (await exchange()).body
      const nodes = [one.url, two.url, one.url, two.url]
      await expectEnded(
        await Promise.all(nodes.map((node) => sign().refresh('web', refresh_token, node))),
      )
    }
  })
})
