import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { sendRaw } from '../../../../test/support/http/send-raw.ts'
import { useServer } from '../../../../test/support/server/server.ts'

const { url: databaseUrl } = useDatabase()
const server = useServer({ databaseUrl, env: { TRUST_PROXY: '127.0.0.1', STATUS_PAGE: 'true' } })

const MAX_WAITING = 500
const PER_CONNECTION = 16
const BUSY = '192.0.2.1'
const EVENTS = '/subscriptions/s/providers/Microsoft.ResourceHealth/events'
const LIMITS =
  '/subscriptions/s/providers/Microsoft.Capacity/resourceProviders/p/locations/l/serviceLimits'

type Get = Readonly<{
  path?: string
  from?: string
  token?: string
  bearer?: string
  origin?: string
}>

function toHttp(request: Get, isLast: boolean): string {
  const { path = '/v0.1/user', from = BUSY, token, bearer, origin } = request
  const lines = [`GET ${path} HTTP/1.1`, 'Host: x', `X-Forwarded-For: ${from}`]
  if (bearer !== undefined) lines.push(`Authorization: Bearer ${bearer}`)
  if (token !== undefined) lines.push(`X-API-Token: ${token}`)
  if (origin !== undefined) lines.push(`Origin: ${origin}`)
  if (isLast) lines.push('Connection: close')
  return `${lines.join('\r\n')}\r\n\r\n`
}

/** Written in one turn of the event loop, so that the server reads them in one turn as well. */
async function sendAtOnce(requests: readonly Get[]) {
  const { hostname, port } = new URL(server.url)
  const groups: Get[][] = []
  for (let at = 0; at < requests.length; at += PER_CONNECTION) {
    groups.push(requests.slice(at, at + PER_CONNECTION))
  }
  const sockets = groups.map(() => connect(Number(port), hostname))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  // This server has one listening socket, which accepts one connection per turn.
  for (const _ of sockets) await nextTurn()
  const texts = sockets.map((socket, at) => {
    const own = groups[at] ?? []
    socket.write(own.map((one, each) => toHttp(one, each === own.length - 1)).join(''))
    return text(socket)
  })
  return (await Promise.all(texts))
    .flatMap((answers) => answers.split(/(?=HTTP\/1\.1 )/))
    .map((answer) => ({ status: Number(answer.slice(9, 12)), text: answer }))
}

const crowd = (count: number, toGet: (each: number) => Get) =>
  Array.from({ length: count }, (_, each) => toGet(each))
const countOf = (answers: readonly { status: number }[], status: number) =>
  answers.filter((answer) => answer.status === status).length

test('an address for which too many requests wait is refused, another one is not', async () => {
  const [busy, other] = await Promise.all([
    sendAtOnce(crowd(2 * MAX_WAITING, () => ({}))),
    sendAtOnce([{ from: '192.0.2.2' }]),
  ])
  expect(busy).toHaveLength(2 * MAX_WAITING)
  expect(countOf(busy, 401)).toBeGreaterThanOrEqual(MAX_WAITING)
  expect(countOf(busy, 401) + countOf(busy, 503)).toBe(busy.length)
  expect(countOf(busy, 503)).toBeGreaterThan(0)
  expect(countOf(other, 401)).toBe(1)
})

test.each([
  ['a probe', ['/livez', '/readyz']],
  ['a reader of the status page', ['/status', '/status/v1/events.json']],
])('%s at an address for which too many requests wait is answered', async (_who, paths) => {
  const probes = crowd(PER_CONNECTION, (each) => ({ path: paths[each % 2] ?? '' }))
  // A whole number of connections, so that none carries requests of both kinds.
  const busy = crowd(64 * PER_CONNECTION, () => ({}))
  const answers = await sendAtOnce([...busy, ...probes])
  expect(countOf(answers, 503)).toBeGreaterThan(0)
  expect(countOf(answers.slice(busy.length), 200)).toBe(probes.length)
})

test.each<[string, Get]>([
  ['more probes than balancers send wait', { path: '/livez' }],
  [
    'a probe whose origin must be looked up in the database waits',
    { path: '/livez', origin: 'https://page.example' },
  ],
])('%s like other requests', async (_name, probe) => {
  const answers = await sendAtOnce(crowd(2 * MAX_WAITING, () => probe))
  expect(countOf(answers, 503)).toBeGreaterThan(0)
})

test('credentials that are too long share one place in the queue', async () => {
  const long = 'x'.repeat(5000)
  const answers = await sendAtOnce(crowd(2 * MAX_WAITING, (each) => ({ token: `${long}${each}` })))
  expect(countOf(answers, 503)).toBeGreaterThan(0)
})

test.each<[string, (each: number) => Get]>([
  ['an API token', (each) => ({ token: 'one', bearer: `${each}` })],
  ['an access token', (each) => ({ token: `${each}`, bearer: 'one' })],
])('%s with anything beside it has one place in the queue', async (_name, toGet) => {
  const answers = await sendAtOnce(crowd(2 * MAX_WAITING, toGet))
  expect(countOf(answers, 503)).toBeGreaterThan(0)
})

test.each([
  ['area A', '/v0.1/user', /^\{"error":\{"code":"ServiceUnavailable"/m],
  ['area B', EVENTS, /^\{"code":"TooManyRequestsWaiting","message"/m],
  ['area C', LIMITS, /^\{"error":\{"code":"TooManyRequestsWaiting"/m],
])('the refusal has the body of %s and says when to try again', async (_area, path, body) => {
  const answers = await sendAtOnce(crowd(2 * MAX_WAITING, () => ({ path })))
  const refused = answers.find(({ status }) => status === 503)?.text
  expect(refused).toMatch(/\r\nretry-after: 1\r\n/i)
  expect(refused).toMatch(body)
})

test('refusals have a log line per second that counts them, and a metric', async () => {
  const counted = async () => (await server.metrics.refusedRequests.get()).values[0]?.value ?? 0
  const lines = () => server.logLines.filter((line) => line.includes('"msg":"requests refused"'))
  const inLines = () => lines().reduce((sum, line) => sum + JSON.parse(line).count, 0)
  const before = await counted()
  const linesBefore = lines().length
  const refused = countOf(await sendAtOnce(crowd(2 * MAX_WAITING, () => ({}))), 503)
  expect(refused).toBeGreaterThan(0)
  expect((await counted()) - before).toBe(refused)
  await vi.waitFor(async () => expect(inLines()).toBe(await counted()), 20_000)
  expect(lines().length - linesBefore).toBeLessThan(refused)
})

test('a connection that sends many requests without waiting is closed after the first ones', async () => {
  const before = server.logLines.length
  const packet = 'GET /v0.1/user HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1500)
  const answers = await sendRaw(server.url, packet)
  expect(answers.split('HTTP/1.1 ').length - 1).toBeLessThanOrEqual(PER_CONNECTION)
  expect(server.logLines.length - before).toBeLessThanOrEqual(2 * PER_CONNECTION)
})
