import { randomUUIDv7 } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { useWireTap } from '../../../../test/support/database/wire-tap.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import { insertAccount, insertToken, withChecksum } from '../../../../test/support/world/samples.ts'
import { makeToken } from '../../../directory/api-token.ts'

const database = useDatabase()
const tap = useWireTap(database.url)
const server = useServer({
  get databaseUrl() {
    return tap.url
  },
})

let account: Awaited<ReturnType<typeof insertAccount>>
let token: string
beforeAll(async () => {
  account = await insertAccount(database.db, { name: 'Ada' })
  token = (await insertToken(database.db, { homeId: account.id })).value
})

const get = (apiToken?: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/v0.1/user`, {
    headers: { ...headers, ...(apiToken !== undefined && { 'X-API-Token': apiToken }) },
  })

describe('GET /v0.1/user', () => {
  test('200: the profile of the calling user', async () => {
    const response = await get(token)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual({
      id: account.id,
      name: 'Ada',
      display_name: 'The Ada',
      email: 'Ada@example.com',
      avatar_url: null,
      can_change_password: false,
      origin: 'appcenter',
      created_at: account.createdAt.toISOString(),
    })
  })

  test('200: one statement per request, and the address in any case', async () => {
    const before = tap.statements
    const response = await fetch(`${server.url}/V0.1/USER`, { headers: { 'X-API-Token': token } })
    expect(response.status).toBe(200)
    expect(tap.statements - before).toBe(1)
  })
})

describe('GET /v0.1/user, 401', () => {
  const expectRefusal = async (response: Response, sentence: string) => {
    expect(response.status).toBe(401)
    const id = response.headers.get('x-ms-correlation-request-id')
    expect(await response.json()).toEqual({
      statusCode: 401,
      code: 'Unauthorized',
      message: `${sentence} Correlation ID: ${id}`,
    })
  }

  test('a token of another home id than it was made for', async () => {
    const other = makeToken('user', randomUUIDv7()).value
    expect((await get(other)).status).toBe(401)
  })

  test('malformed tokens, and they cause no query', async () => {
    await get(token)
    const before = tap.statements
    const malformed = [
      'x',
      token.slice(0, -1),
      `${token}0`,
      `bnx_${token.slice(4)}`,
      `${token.slice(0, 10)}${token[10] === 'a' ? 'b' : 'a'}${token.slice(11)}`,
      `${token}, ${token}`,
      "' or 1=1 --",
      withChecksum(`bnu_${'z'.repeat(22)}${'0'.repeat(43)}`),
    ]
    for (const value of malformed) {
      await expectRefusal(
        await get(value),
        'The value of X-API-Token is not an API token for this service. A token starts with bnu_, bna_ or bno_ and has 75 characters. Check that you copied the whole token.',
      )
    }
    expect(tap.statements - before).toBe(0)
    await get(token)
    expect(tap.statements - before).toBe(1)
  })
})

describe('GET /v0.1/operators', () => {
  const insertOperator = async (display_name: string, state: object = {}) => {
    const { id } = await insertAccount(database.db, {})
    const set = database.db.updateTable('account').where('id', '=', id)
    await set.set({ is_operator: true, display_name, ...state }).execute()
  }
  const list = () =>
    fetch(`${server.url}/v0.1/operators`, { headers: { 'X-API-Token': token } }).then((response) =>
      response.json(),
    )

  test('200: the display names of operators who can sign in, and nothing else of them; at most ten', async () => {
    await insertOperator('Gone', { disabled_at: new Date() })
    await insertOperator('No operator', { is_operator: false })
    for (const name of ['Olga', 'Otto']) await insertOperator(name)
    expect(await list()).toEqual(['Olga', 'Otto'])
    for (let n = 0; n < 9; n++) await insertOperator(`Operator ${n}`)
    expect(await list()).toHaveLength(10)
  })
})
