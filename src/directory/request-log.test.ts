import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { caller } from '../../test/support/http/http.ts'
import { useServer } from '../../test/support/server/server.ts'
import { insertAccountWithToken } from '../../test/support/world/samples.ts'

const database = useDatabase()
const server = useServer({ databaseUrl: database.url })

let account: Awaited<ReturnType<typeof insertAccountWithToken>>
beforeAll(async () => {
  account = await insertAccountWithToken(database.db)
})

async function lineOf(token: string | undefined): Promise<string> {
  const { headers } = await caller(server)(token, 'GET', '/v0.1/user')
  const requestId = headers.get('x-ms-request-id') ?? 'no id'
  return server.logLines.find((line) => line.includes(requestId)) ?? ''
}

test('the line of a request has the ids of its account and token, and not the value', async () => {
  const line = await lineOf(account.token)
  expect(JSON.parse(line)).toMatchObject({ account: account.id, token: account.tokenId })
  expect(line).not.toContain(account.token)
})

test('the line of a request from nobody known names nobody', async () => {
  const line = JSON.parse(await lineOf(undefined))
  expect([line.status, line.account, line.token, line.client]).toEqual([
    401,
    undefined,
    undefined,
    undefined,
  ])
})
