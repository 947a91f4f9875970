import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { useWireTap } from '../../../../test/support/database/wire-tap.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import { insertAccountWithToken } from '../../../../test/support/world/samples.ts'
import { MOST_IN_FLIGHT } from './in-flight.ts'

const database = useDatabase()
const tap = useWireTap(database.url)
const server = useServer({
  env: { RATE_LIMITS: 'false' },
  get databaseUrl() {
    return tap.url
  },
})

const PER_CONNECTION = 10
const TOO_MANY = 20
const EVENTS = '/subscriptions/s/providers/Microsoft.ResourceHealth/events'
const LIMITS =
  '/subscriptions/s/providers/Microsoft.Capacity/resourceProviders/p/locations/l/serviceLimits'

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${path}`, { headers })
const countRefused = async () => (await server.metrics.refusedRequests.get()).values[0]?.value ?? 0

/** They wait for the database, which does not answer. */
async function fill(token: string): Promise<Socket[]> {
  const { hostname, port } = new URL(server.url)
  const before = await countRefused()
  const request = `GET /v0.1/user HTTP/1.1\r\nHost: x\r\nX-API-Token: ${token}\r\n\r\n`
  const sockets = Array.from({ length: (MOST_IN_FLIGHT + TOO_MANY) / PER_CONNECTION }, () =>
    connect(Number(port), hostname).on('error', () => undefined),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.write(request.repeat(PER_CONNECTION))
  await vi.waitFor(async () => expect((await countRefused()) - before).toBe(TOO_MANY), 20_000)
  return sockets
}

describe('while as many requests are in flight as may be', () => {
  let token: string
  let sockets: Socket[]
  beforeAll(async () => {
    token = (await insertAccountWithToken(database.db)).token
    expect((await ask('/v0.1/user', { 'X-API-Token': token })).status).toBe(200)
    tap.freeze()
    sockets = await fill(token)
  }, 60_000)
  afterAll(() => {
    for (const socket of sockets) socket.destroy()
    tap.restore()
  })

  test.each([
    ['area A', '/v0.1/user', /^\{"error":\{"code":"ServiceUnavailable"/],
    ['area B', EVENTS, /^\{"code":"TooManyRequestsInFlight","message"/],
    ['area C', LIMITS, /^\{"error":\{"code":"TooManyRequestsInFlight"/],
    ['no area', '/nothing', /^\{"error":\{"code":"TooManyRequestsInFlight"/],
  ])('503 at once, in the body of %s, with Retry-After', async (_area, path, body) => {
    const response = await ask(path)
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.text()).toMatch(body)
  })

  test('probes are answered', async () => {
    const answers = await Promise.all(['/livez', '/readyz'].map((path) => ask(path)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })

  test('503: a probe whose origin must be looked up in the database', async () => {
    const { status } = await ask('/livez', { Origin: 'https://page.example' })
    expect(status).toBe(503)
  })

  test('connections that are lost make room, also for what was waiting on them', async () => {
    for (const socket of sockets) socket.destroy()
    await vi.waitFor(async () => expect((await ask('/nothing')).status).toBe(404), 20_000)
    sockets = await fill(token)
  })

  test('answers make room', async () => {
    tap.cut()
    tap.restore()
    await vi.waitFor(
      async () => expect((await ask('/v0.1/user', { 'X-API-Token': token })).status).toBe(200),
      20_000,
    )
  })
})
