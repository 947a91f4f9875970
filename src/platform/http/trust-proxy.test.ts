import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { useServer } from '../../../test/support/server/server.ts'

const databaseUrl = useDatabase().url

const reportAddress = (app: FastifyInstance) =>
  void app.get('/address', { config: { access: { public: true } } }, async (request) => request.ip)

const suspicious = useServer({ databaseUrl, prepare: reportAddress })
const trusting = useServer({
  databaseUrl,
  prepare: reportAddress,
  env: { TRUST_PROXY: '10.9.8.0/24,127.0.0.1' },
})

const ask = async (url: string) => {
  const headers = { 'X-Forwarded-For': '203.0.113.7' }
  return (await fetch(`${url}/address`, { headers })).text()
}

test('who forwards is not believed by default', async () => {
  expect(await ask(suspicious.url)).toBe('127.0.0.1')
})

test('a listed proxy is believed', async () => {
  expect(await ask(trusting.url)).toBe('203.0.113.7')
})
