import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { makeVisitor, type Visited } from '../../../test/support/http/visitor.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { openSeal } from '../../platform/crypto/seal.ts'

const ORIGIN = 'http://binnacle.example'
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const database = useDatabase()
let now = new Date('2030-01-01T00:00:30.000Z')
const one = useServer({
  databaseUrl: database.url,
  seal: openSeal(randomBytes(32)),
  realTime: () => now,
  env: { PUBLIC_URL: ORIGIN },
})

beforeEach(() => {
  now = new Date(now.getTime() + 60_000)
})

const visitor = () => makeVisitor(ORIGIN, [one.url])
type Visitor = ReturnType<typeof visitor>

const listRefusals = () =>
  database.db
    .selectFrom('audit')
    .select(['scope_id', 'actor_kind', 'target', 'after', 'source'])
    .where('action', '=', 'account.device-code-refused')
    .where('at', '=', new Date(now.getTime() - 30_000))
    .execute()
/** Counts are written behind the answers. */
const untilRefusals = () => expect.poll(listRefusals)

describe('device codes that are refused', () => {
  const post = async (path: string, fields: Record<string, string>) => {
    const init = { method: 'POST', body: new URLSearchParams(fields) }
    const response = await fetch(`${one.url}/oauth2/${path}`, init)
    return (await response.json()) as Record<string, string>
  }
  const begin = () =>
    post('device/auth', {
      client_id: 'cli',
      scope: 'openid offline_access account',
      resource: `${ORIGIN}/v0.1`,
    })
  const send = async (who: Visitor, page: Visited, fields: Record<string, string>) => {
    const [, xsrf = ''] = /name="xsrf" value="([^"]*)"/.exec(page.text) ?? []
    return who.submit(page, 'device', { xsrf, ...fields })
  }

  test('are counted per minute and address, by reason, without the code', async () => {
    const who = visitor()
    let page = await who.visit('/oauth2/device')
    for (const user_code of ['BCDF-GHJK', 'BCDF-GHJL']) {
      page = await send(who, page, { user_code })
      expect(page.text).toContain('The code is not correct')
    }
    const { user_code = '' } = await begin()
    page = await send(who, page, { user_code, abort: 'yes' })
    expect(page.text).toContain('You are not signed in')
    page = await send(who, await who.visit('/oauth2/device'), { user_code })
    expect(page.text).toContain('The code was already used')
    const row = {
      scope_id: 'platform',
      actor_kind: 'anonymous',
      target: 'device code',
      source: '127.0.0.1',
    }
    await untilRefusals().toHaveLength(3)
    const rows = await listRefusals()
    expect(rows).toEqual(rows.map(() => expect.objectContaining(row)))
    expect(rows.map(({ after }) => after)).toEqual(
      expect.arrayContaining([
        { client: null, reason: 'unknown', count: 2 },
        { client: 'cli', reason: 'cancelled', count: 1 },
        { client: 'cli', reason: 'used', count: 1 },
      ]),
    )
    expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${user_code}|BCDF`))
  })

  test('and so are those that a client presents for a token', async () => {
    const device_code = randomBytes(32).toString('base64url')
    const { error } = await post('token', {
      grant_type: DEVICE_GRANT,
      client_id: 'cli',
      device_code,
    })
    expect(error).toBe('invalid_grant')
    const pending = await begin()
    await post('token', {
      grant_type: DEVICE_GRANT,
      client_id: 'cli',
      device_code: pending.device_code ?? '',
    })
    await untilRefusals().toMatchObject([
      { source: '127.0.0.1', after: { client: 'cli', reason: 'not redeemable', count: 1 } },
    ])
  })
})
