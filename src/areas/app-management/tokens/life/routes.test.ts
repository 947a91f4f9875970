import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../../test/support/database/use-database.ts'
import { caller, NEW_TOKEN } from '../../../../../test/support/http/http.ts'
import { useServer } from '../../../../../test/support/server/server.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../../test/support/world/world.ts'

const database = useDatabase()
const databaseUrl = database.url
const plain = caller(useServer({ databaseUrl }))
const limited = caller(useServer({ databaseUrl, env: { TOKEN_DAYS: 'longest=90,default=30' } }))
const DAY_MS = 86_400_000
const own = '/v0.1/api_tokens'
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
const daysOf = ({ created_at, expires_at }: { created_at: string; expires_at: string }) =>
  (Date.parse(expires_at) - Date.parse(created_at)) / DAY_MS

let ada: Person
beforeAll(async () => {
  ada = await insertPerson(database.db)
})

describe('the limits of the installation', () => {
  const create = (expires_at?: string | null) =>
    limited(ada.token, 'POST', own, {
      ...NEW_TOKEN,
      ...(expires_at !== undefined && { expires_at }),
    })

  test.each([undefined, null])(
    '201: without an expiry (%s), a token gets the default',
    async (none) => {
      const { status, body } = await create(none)
      expect([status, daysOf(body)]).toEqual([201, 30])
    },
  )

  test('201: up to the longest life', async () => {
    expect((await create(inDays(90))).status).toBe(201)
  })

  test('400: beyond the longest life, for the token of an app', async () => {
    const app = await insertApp(database.db, { ...ada, kind: 'user' })
    const createOfApp = (expires_at: string | null) =>
      limited(ada.token, 'POST', `${app.path}/api_tokens`, { ...NEW_TOKEN, expires_at })
    const { status, body } = await createOfApp(inDays(91))
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('at most 90 days')])
    expect((await createOfApp(inDays(90))).status).toBe(201)
    expect(daysOf((await createOfApp(null)).body)).toBe(30)
  })

  test('tokens from before stay valid, and lists mark those that exceed the limit', async () => {
    const forever = (await plain(ada.token, 'POST', own, NEW_TOKEN)).body
    const short = (await plain(ada.token, 'POST', own, { ...NEW_TOKEN, expires_at: inDays(5) }))
      .body
    expect((await limited(forever.api_token, 'GET', '/v0.1/user')).status).toBe(200)
    const marksIn = async (call: typeof plain) => {
      const { body } = await call(ada.token, 'GET', own)
      return [forever, short].map(
        ({ id }) => body.find((listed: { id: string }) => listed.id === id).exceeds_limit,
      )
    }
    expect(await marksIn(limited)).toEqual([true, false])
    expect(await marksIn(plain)).toEqual([false, false])
  })
})

describe('PUT /v0.1/orgs/{org_name}/token_life', () => {
  async function prepare() {
    const [member] = [await insertPerson(database.db)]
    const org = await insertOrganization(database.db, { [ada.id]: 'admin', [member.id]: 'member' })
    const app = await insertApp(database.db, org)
    const path = `/v0.1/orgs/${org.name}/token_life`
    const paths = { app: `${app.path}/api_tokens`, org: `/v0.1/orgs/${org.name}/api_tokens` }
    return { org, member, path, paths }
  }

  test.each(['app', 'org'] as const)(
    '200: new %s tokens keep to it, and others do not',
    async (kind) => {
      const { path, paths } = await prepare()
      const before = (await plain(ada.token, 'POST', paths[kind], NEW_TOKEN)).body
      const put = await plain(ada.token, 'PUT', path, { longest_days: 20, default_days: 10 })
      expect([put.status, put.body]).toEqual([
        200,
        { longest_days: 20, default_days: 10, effective: { longest_days: 20, default_days: 10 } },
      ])
      const create = (days: number) =>
        plain(ada.token, 'POST', paths[kind], { ...NEW_TOKEN, expires_at: inDays(days) })
      const { body } = await plain(ada.token, 'POST', paths[kind], NEW_TOKEN)
      expect(daysOf(body)).toBe(10)
      expect((await create(20)).status).toBe(201)
      const refused = await create(21)
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        expect.stringContaining('at most 20 days'),
      ])
      const listed: { id: string; exceeds_limit: boolean }[] = (
        await plain(ada.token, 'GET', paths[kind])
      ).body
      expect(listed.filter((token) => token.exceeds_limit).map(({ id }) => id)).toEqual([before.id])
      expect((await plain(ada.token, 'POST', own, NEW_TOKEN)).body.expires_at).toBeNull()
    },
  )

  test('200: the stricter of organization and installation counts', async () => {
    const { path, paths } = await prepare()
    const { body } = await limited(ada.token, 'PUT', path, { longest_days: 365 })
    expect(body).toEqual({
      longest_days: 365,
      default_days: null,
      effective: { longest_days: 90, default_days: 30 },
    })
    const refused = await limited(ada.token, 'POST', paths.org, {
      ...NEW_TOKEN,
      expires_at: inDays(100),
    })
    expect(refused.body.error.message).toContain('at most 90 days')
  })

  test('200: {} removes both, and the audit trail has both states', async () => {
    const { org, path } = await prepare()
    await plain(ada.token, 'PUT', path, { longest_days: 20 })
    expect((await plain(ada.token, 'PUT', path, {})).body.effective.longest_days).toBeNull()
    const { before, after } = await database.db
      .selectFrom('audit')
      .select(['before', 'after'])
      .where('scope_id', '=', org.id)
      .where('action', '=', 'organization.set-token-life')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect([before, after]).toEqual([
      { longestDays: 20, defaultDays: null },
      { longestDays: null, defaultDays: null },
    ])
  })

  test('403: members see it and do not change it', async () => {
    const { member, path } = await prepare()
    expect((await plain(member.token, 'GET', path)).status).toBe(200)
    expect((await plain(member.token, 'PUT', path, { longest_days: 5 })).status).toBe(403)
  })
})
