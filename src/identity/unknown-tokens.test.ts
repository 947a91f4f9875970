import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { useServer } from '../../test/support/server/server.ts'
import { insertToken } from '../../test/support/world/samples.ts'
import { insertPerson } from '../../test/support/world/world.ts'
import { makeToken } from '../directory/api-token.ts'

const database = useDatabase()
// Time stands still, so that no bucket fills again.
const now = new Date()
const server = useServer({
  databaseUrl: database.url,
  realTime: () => now,
  env: { RATE_LIMITS: 'false' },
})

const ask = async (token: string) => {
  const response = await fetch(`${server.url}/v0.1/user`, { headers: { 'x-api-token': token } })
  await response.text()
  return response
}

async function askOften(count: number, toToken: () => string) {
  const answers: Record<number, number> = {}
  for (let asked = 0; asked < count; asked += 50) {
    for (const { status } of await Promise.all(Array.from({ length: 50 }, () => ask(toToken())))) {
      answers[status] = (answers[status] ?? 0) + 1
    }
  }
  return answers
}

test('an address may try few unknown API tokens, and as many known ones as it likes', async () => {
  const { id: homeId, token } = await insertPerson(database.db)
  const { value: revoked } = await insertToken(database.db, { homeId, revokedAt: now })
  expect(await askOften(1000, () => token)).toEqual({ 200: 1000 })
  expect(await askOften(400, () => revoked)).toEqual({ 401: 400 })
  expect(await askOften(2000, () => makeToken('user', randomUUID()).value)).toEqual({
    401: 300,
    429: 1700,
  })
  const refused = await ask(makeToken('user', randomUUID()).value)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
  expect((await ask(token)).status).toBe(200)
})
