import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { insertPassword } from '../../../../test/support/http/signed-in.ts'
import { signer } from '../../../../test/support/http/signer.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import { insertPerson, type Person } from '../../../../test/support/world/world.ts'
import { openSeal } from '../../crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const database = useDatabase()
const seal = openSeal(randomBytes(32))
const start = Date.now()
let now = new Date(start)
const server = useServer({
  databaseUrl: database.url,
  seal,
  realTime: () => now,
  env: { PUBLIC_URL: ORIGIN, RATE_LIMITS: 'writeBurst=130' },
})

let ada: Person
beforeAll(async () => {
  ada = await insertPerson(database.db, 'ada')
  await insertPassword(database.db, ada.id)
})

const CLIENT = { client_id: 'portal', redirect_uri: `${ORIGIN}/signed-in` }
const code_challenge = createHash('sha256').update('a'.repeat(43)).digest('base64url')
const AUTH = `/oauth2/auth?${new URLSearchParams({
  ...{ ...CLIENT, scope: 'openid account', response_type: 'code' },
  ...{ code_challenge, code_challenge_method: 'S256' },
})}`

async function exchange(code: string) {
  const grant = { ...CLIENT, grant_type: 'authorization_code', code }
  const body = new URLSearchParams({ ...grant, code_verifier: 'a'.repeat(43) })
  const answer = await fetch(`${server.url}/oauth2/token`, { method: 'POST', body })
  return {
    status: answer.status,
    wait: answer.headers.get('retry-after'),
    body: await answer.json(),
  }
}

const countRecords = async (kind: string) =>
  (
    await database.db
      .selectFrom('oauth_record')
      .select('id_hash')
      .where('account_id', '=', ada.id)
      .where('kind', '=', kind)
      .execute()
  ).length

test('one session gets 50 refresh tokens per client, the newest, and 429 beyond the writes of its account', async () => {
  const { who } = await signer(ORIGIN, [server.url]).begin('ada', {
    ...CLIENT,
    scope: 'openid account',
  })
  const refreshTokens: string[] = []
  for (let index = 0; index < 60; index++) {
    now = new Date(now.getTime() + 1)
    const { url } = await who.visit(AUTH)
    const { status, body } = await exchange(url.searchParams.get('code') ?? '')
    expect(status).toBe(200)
    refreshTokens.push((body as { refresh_token: string }).refresh_token)
  }
  expect(await countRecords('RefreshToken')).toBe(50)
  expect(await countRecords('Grant')).toBe(1)

  const codes: string[] = []
  for (let code: string | null = ''; code !== null; ) {
    const { url } = await who.visit(AUTH)
    code = url.searchParams.get('code')
    if (code === null) expect(url.searchParams.get('error')).toBe('temporarily_unavailable')
    else codes.push(code)
  }
  // The sign-in itself, 120 requests of the loop, and what came back in 60 ms.
  expect(codes.length).toBeLessThan(20)
  expect(await exchange(codes.at(-1) ?? '')).toMatchObject({
    status: 429,
    wait: '1',
    body: {
      error_description: expect.stringContaining('a burst of 130, then 50 per second'),
    },
  })

  now = new Date(now.getTime() + 10_000)
  const sign = signer(ORIGIN, [server.url])
  expect((await sign.refresh('portal', refreshTokens[59] ?? '')).status).toBe(200)
  expect((await sign.refresh('portal', refreshTokens[0] ?? '')).status).toBe(400)
})
