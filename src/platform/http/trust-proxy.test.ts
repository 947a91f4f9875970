import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { useServer } from '../../../test/server.ts'
import { useDatabase } from '../../../test/use-database.ts'

const databaseUrl = useDatabase().url

const tellAddress = (app: FastifyInstance) =>
  void app.get('/address', { config: { access: { public: true } } }, async (request) => request.ip)

const suspicious = useServer({ databaseUrl, prepare: tellAddress })
const trusting = useServer({
  databaseUrl,
  prepare: tellAddress,
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
