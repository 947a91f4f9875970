import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { useWireTap } from '../../test/support/database/wire-tap.ts'
import { useServer } from '../../test/support/server/server.ts'
import { insertAccount, insertToken } from '../../test/support/world/samples.ts'

const database = useDatabase()
const tap = useWireTap(database.url)
let now = new Date('2026-06-01T12:00:30Z')
const server = useServer({
  get databaseUrl() {
    return tap.url
  },
  productTime: () => now,
})

let token: { id: string; value: string }
beforeEach(async () => {
  const account = await insertAccount(database.db)
  token = await insertToken(database.db, { homeId: account.id })
})

const use = (at: string) => {
  now = new Date(at)
  return fetch(`${server.url}/v0.1/user`, { headers: { 'X-API-Token': token.value } })
}

async function lastUsed(): Promise<string | undefined> {
  const row = await database.db
    .selectFrom('api_token')
    .select('last_used_at')
    .where('id', '=', token.id)
    .executeTakeFirstOrThrow()
  return row.last_used_at?.toISOString()
}

describe('the last use of a token', () => {
  test('has the address that it came from', async () => {
    await use('2026-06-01T11:50:00Z')
    await server.lastUsed.flush()
    const headers = { 'X-API-Token': token.value }
    const response = await fetch(`${server.url}/v0.1/api_tokens`, { headers })
    const listed = (await response.json()) as object[]
    expect(listed[0]).toMatchObject({
      last_used_at: '2026-06-01T11:50:00.000Z',
      last_used_from: '127.0.0.1',
    })
  })

  test('is written to the minute, behind the request', async () => {
    // A new connection first asks whether its server is the primary.
    await use('2026-06-01T11:59:00Z')
    await server.lastUsed.flush()
    const before = tap.statements
    await use('2026-06-01T12:00:30Z')
    await use('2026-06-01T12:00:59Z')
    expect(tap.statements - before).toBe(2)
    expect(await lastUsed()).toBe('2026-06-01T11:59:00.000Z')
    await server.lastUsed.flush()
    expect(await lastUsed()).toBe('2026-06-01T12:00:00.000Z')
    expect(tap.statements - before).toBe(3)
  })

  test('is written once a minute, however often the token is used', async () => {
    await use('2026-06-01T12:01:10Z')
    await server.lastUsed.flush()
    const before = tap.statements
    await use('2026-06-01T12:01:50Z')
    await server.lastUsed.flush()
    expect(tap.statements - before).toBe(1)
    await use('2026-06-01T12:02:00Z')
    await server.lastUsed.flush()
    expect(await lastUsed()).toBe('2026-06-01T12:02:00.000Z')
  })

  test('never goes back, whichever node writes last', async () => {
    await use('2026-06-01T12:05:00Z')
    await server.lastUsed.flush()
    await use('2026-06-01T12:04:00Z')
    await server.lastUsed.flush()
    expect(await lastUsed()).toBe('2026-06-01T12:05:00.000Z')
  })

  test('is not noted for a token that is refused', async () => {
    await database.db
      .updateTable('api_token')
      .set({ revoked_at: now })
      .where('id', '=', token.id)
      .execute()
    expect((await use('2026-06-01T12:06:00Z')).status).toBe(401)
    await server.lastUsed.flush()
    expect(await lastUsed()).toBeUndefined()
  })

  test('does not wait for a row somebody holds', async () => {
    const holder = new pg.Client({ connectionString: database.url })
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from api_token where id = $1 for update', [token.id])
    await use('2026-06-01T12:07:00Z')
    await server.lastUsed.flush()
    expect(await lastUsed()).toBeUndefined()
    await holder.end()
  })

  test('survives the database being away: written when it is back', async () => {
    await use('2026-06-01T12:08:00Z')
    tap.cut()
    await expect(server.lastUsed.flush()).rejects.toThrow()
    tap.restore()
    await server.lastUsed.flush()
    expect(await lastUsed()).toBe('2026-06-01T12:08:00.000Z')
  })
})
