import { randomBytes, randomUUIDv7 } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { caller } from '../../../test/support/http/http.ts'
import {
  closeAfterwards,
  FOR_ACCOUNT,
  openIssuer,
  personOf,
  trust,
} from '../../../test/support/http/issuer.ts'
import { forgeBearer } from '../../../test/support/http/signed-in.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson } from '../../../test/support/world/world.ts'
import { openSeal } from '../../platform/crypto/seal.ts'
import { systemRealTime } from '../../platform/time.ts'
import { TAKE_OVER_KEYS_EVERY_MS } from '../../processes/serve.ts'
import { trustedIssuer } from './trusted-issuer.ts'
import { createVerifier, MOST_KEPT } from './verifier.ts'

const ORIGIN = 'http://binnacle.example'
const HOUR_S = 3600
const MINUTE_MS = 60_000
const [outside, failing, many] = [await openIssuer(), await openIssuer(), await openIssuer()]
closeAfterwards(outside, failing, many)
const database = useDatabase()
const seal = openSeal(randomBytes(32))
const server = useServer({
  databaseUrl: database.url,
  seal,
  env: {
    PUBLIC_URL: ORIGIN,
    TRUSTED_ISSUERS: JSON.stringify([outside, failing].map((issuer) => trust(issuer))),
  },
})
const user = async (bearer: string) => {
  const headers = { Authorization: `Bearer ${bearer}` }
  return (await caller(server)(undefined, 'GET', '/v0.1/user', undefined, headers)).status
}
const inAnHour = () => Math.floor(Date.now() / 1000) + HOUR_S
const signAt = (issuer: typeof outside, sub: string) =>
  issuer.sign({ ...personOf(sub), ...FOR_ACCOUNT, exp: inAnHour() })
const verifications = vi.spyOn(crypto.subtle, 'verify')
beforeEach(() => void verifications.mockClear())
afterAll(() => verifications.mockRestore())

/** So much later than now. */
async function later<T>(ms: number, work: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

/** `kept` was presented before the key was withdrawn; `fresh` is verified for the first time. */
const presentBoth = async (kept: string, fresh: string) => [await user(kept), await user(fresh)]

test('at most 50,000 signatures are kept, and keys of our own are read every minute', () => {
  expect([MOST_KEPT, TAKE_OVER_KEYS_EVERY_MS]).toEqual([50_000, 60_000])
})

describe('a key that was withdrawn counts for a kept signature as long as for a new one', () => {
  test('a key of our own: until the process has read its keys again', async () => {
    const { id } = await insertPerson(database.db, 'ada')
    const claims = { sub: id, client_id: 'portal', aud: `${ORIGIN}/v0.1`, scope: 'account' }
    const sign = () =>
      forgeBearer(database.db, seal, ORIGIN, { ...claims, exp: inAnHour(), jti: randomUUIDv7() })
    const [kept, fresh, last] = [await sign(), await sign(), await sign()]
    expect(await user(kept)).toBe(200)
    await database.db.deleteFrom('oauth_signing_key').execute()
    expect(await presentBoth(kept, fresh)).toEqual([200, 200])
    await server.takeOverKeys()
    expect(await presentBoth(kept, last)).toEqual([401, 401])
    expect(await user(await sign())).toBe(200)
  })

  test('a key of an issuer: until its keys are fetched again, after ten minutes', async () => {
    const [kept, fresh] = [await signAt(outside, 'grace'), await signAt(outside, 'joan')]
    const unused = await signAt(outside, 'mary')
    await user(fresh)
    expect([await user(kept), await user(kept)]).toEqual([200, 200])
    outside.takeRequests()
    await outside.rotate('second')
    await later(9 * MINUTE_MS, async () => expect(await user(kept)).toBe(200))
    expect(verifications).toHaveBeenCalledTimes(2)
    expect(outside.takeRequests()).toEqual([])
    await later(11 * MINUTE_MS, async () => {
      expect(await presentBoth(kept, unused)).toEqual([401, 401])
      expect(outside.takeRequests()).toEqual(['/keys'])
    })
  })

  test('an issuer that is away: ten minutes, then 503, and no longer', async () => {
    const kept = await signAt(failing, 'hedy')
    expect(await user(kept)).toBe(200)
    failing.setDown(true)
    await later(9 * MINUTE_MS, async () => expect(await user(kept)).toBe(200))
    await later(11 * MINUTE_MS, async () => expect(await user(kept)).toBe(503))
    await failing.rotate('second')
    failing.setDown(false)
    await later(12 * MINUTE_MS, async () => expect(await user(kept)).toBe(401))
  })
})

test('no more signatures are kept than the limit, and the oldest goes first', async () => {
  const log = { warn: () => undefined }
  const deps = { realTime: systemRealTime, authUrl: ORIGIN, log }
  const issuer = trustedIssuer(trust(many) as never, deps)
  const verify = createVerifier({ issuers: [issuer], ...deps, mostKept: 2 })
  const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((sub) => signAt(many, sub)))
  const countFor = async (...tokens: (string | undefined)[]) => {
    verifications.mockClear()
    for (const token of tokens) await verify(token as string, 'account')
    return verifications.mock.calls.length
  }
  expect(await countFor(a, b, a, b)).toBe(2)
  expect(await countFor(c, b, c)).toBe(1)
  expect(await countFor(a, c, a)).toBe(1)
  expect(await countFor(b)).toBe(1)
})
