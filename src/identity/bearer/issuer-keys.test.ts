import { describe, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import {
  closeAfterwards,
  FOR_ACCOUNT,
  openIssuer,
  personOf,
  type TestIssuer,
  trust,
} from '../../../test/support/http/issuer.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { readConfig } from '../../settings.ts'

const [one, other] = [await openIssuer(), await openIssuer()]
const [silent, impostor, careless] = [await openIssuer(), await openIssuer(), await openIssuer()]
closeAfterwards(one, other, silent, impostor, careless)
impostor.describeItself({ issuer: one.url })
careless.describeItself({ jwks_uri: 'http://keys.example/keys' })
silent.setDown(true)
const database = useDatabase()
const issuers = [one, silent, impostor, careless].map((issuer) => trust(issuer))
const server = useServer({
  databaseUrl: database.url,
  env: { TRUSTED_ISSUERS: JSON.stringify(issuers) },
})
const user = (bearer: string) =>
  caller(server)(undefined, 'GET', '/v0.1/user', undefined, { Authorization: `Bearer ${bearer}` })
const signIn = (issuer: TestIssuer, sub: string, header: object = {}) =>
  issuer.sign({ ...personOf(sub), ...FOR_ACCOUNT }, header)

/** The clock of the keys' cache, moved on. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

describe('keys', () => {
  test('are fetched once, and again when a token names one that is unknown', async () => {
    await user(await signIn(one, 'grace'))
    one.takeRequests()
    for (let i = 0; i < 5; i++) expect((await user(await signIn(one, 'grace'))).status).toBe(200)
    expect(one.takeRequests()).toEqual([])
    const old = await signIn(one, 'grace')
    await one.rotate('second')
    await later(31_000, async () => {
      expect((await user(await signIn(one, 'grace'))).status).toBe(200)
      expect(one.takeRequests()).toEqual(['/keys'])
      expect((await user(old)).status).toBe(401)
    })
  })

  test('that are known stay good while the issuer is away, whatever somebody else sends', async () => {
    const good = await signIn(one, 'grace')
    expect((await user(good)).status).toBe(200)
    one.setDown(true)
    await later(120_000, async () => {
      const forged = await signIn(one, 'eve', { kid: 'unknown' })
      expect((await user(forged)).status).toBe(503)
    })
    await later(130_000, async () => {
      expect((await user(await signIn(one, 'grace'))).status).toBe(200)
    })
    one.setDown(false)
  })

  test('503: an issuer that does not answer; its tokens are good again when it does', async () => {
    const bearer = await signIn(silent, 'hedy')
    const away = await user(bearer)
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '5'])
    silent.takeRequests()
    await Promise.all(Array.from({ length: 5 }, () => user(bearer)))
    expect(silent.takeRequests()).toEqual([])
    silent.setDown(false)
    await later(6000, async () => expect((await user(bearer)).status).toBe(200))
    const isReason = (line: string) =>
      line.includes('could not be fetched') && line.includes(silent.url)
    expect(server.logLines.filter(isReason)).toHaveLength(1)
  })

  test.each([
    ['describes itself as somebody else', impostor],
    ['has its keys where anybody can change them', careless],
  ])('503: an issuer that %s', async (_what, issuer) => {
    expect((await user(await signIn(issuer, 'grace'))).status).toBe(503)
  })
})

describe('the setting', () => {
  const read = (...issuers: object[]) =>
    readConfig({ DATABASE_URL: 'postgres://x/y', TRUSTED_ISSUERS: JSON.stringify(issuers) })

  test.each([
    ['audiences that are one', { accountAudience: 'health' }, 'must differ'],
    ['an audience that is a client', { accountAudience: 'their-portal' }, 'id of a client'],
    ['http beyond loopback', { issuer: 'http://login.example.com' }, 'https'],
    ['no address', { issuer: 'login' }, 'https'],
    ['the bundled sign-in', { issuer: 'http://localhost:3000/oauth2' }, 'bundled'],
    ['a misspelt name', { audience: 'x' }, 'must be JSON such as'],
  ])('is refused with %s', (_case, change, problem) => {
    expect(() => read(trust(one, change))).toThrow(problem)
  })

  test('is refused with an issuer named twice, and accepted with two', () => {
    expect(() => read(trust(one), trust(one))).toThrow('listed twice')
    expect(read(trust(one), trust(other)).trustedIssuers).toHaveLength(2)
  })
})
