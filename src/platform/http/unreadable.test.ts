import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { connect as connectSecurely } from 'node:tls'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { makeCertificate } from '../../../test/support/processes/certificate.ts'
import { testLimits } from '../../../test/support/processes/limits.ts'
import { type Serving, serve } from '../../../test/support/processes/processes.ts'
import { insertAccount, insertToken } from '../../../test/support/world/samples.ts'

const database = useDatabase()
const certificate = makeCertificate()
let server: Serving
/** Has a limit that tests can wait for; on a busy machine the other tests would meet it as well. */
let hurried: Serving
let token: string
beforeAll(async () => {
  const { id } = await insertAccount(database.db)
  token = (await insertToken(database.db, { homeId: id })).value
  const settings = { DATABASE_URL: database.url, ...certificate.settings }
  const limits = { requestTimeoutMs: 1000, responseTimeoutMs: 2000 }
  server = await serve(settings)
  hurried = await serve({ ...settings, ...testLimits(limits) })
}, 120_000)
afterAll(async () => {
  await Promise.all([server, hurried].map((each) => each.stop()))
  certificate.remove()
})

test('a process with other limits than an installation says so when it starts', () => {
  const warning = 'TEST_LIMITS is set, which is only for the tests of Binnacle'
  expect([hurried.readLog(), server.readLog()]).toEqual([
    expect.stringContaining(warning),
    expect.not.stringContaining(warning),
  ])
})

const isText = expect.stringMatching(/\w/)
/** Beside each address, the error body its area promises. */
const AREAS = {
  A: ['/v0.1/user', { error: { code: isText, message: isText } }],
  B: [
    '/subscriptions/s/providers/Microsoft.ResourceHealth/events',
    { code: isText, message: isText, details: expect.any(String) },
  ],
  C: [
    '/subscriptions/s/providers/Microsoft.Capacity/resourceProviders/p',
    { error: { code: isText, message: isText, details: expect.any(Array) } },
  ],
} as const

function open(scheme: string, at: Serving): Socket {
  const address = new URL(at.addresses.find((url) => url.startsWith(`${scheme}:`)) ?? '')
  const to = { host: address.hostname, port: Number(address.port) }
  return scheme === 'http' ? connect(to) : connectSecurely({ ...to, rejectUnauthorized: false })
}

/** Sends packet after packet, and reads the last answer once the server has hung up. */
async function send(scheme: string, packets: readonly string[], at = server) {
  const socket = open(scheme, at)
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  const closed = once(socket, 'close')
  await once(socket, scheme === 'http' ? 'connect' : 'secureConnect')
  socket.setNoDelay()
  for (const packet of packets) {
    socket.write(packet)
    await delay(60)
    // An error that overtakes the answer to an earlier request closes the connection without one.
    if (packet.startsWith(earlier) || packet.startsWith('{}')) {
      await vi.waitFor(() => expect(received).toContain('HTTP/1.1'), 10_000)
    }
  }
  await closed
  const answer = received.split(/(?=HTTP\/1\.1 \d)/).at(-1) ?? ''
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
}

/** Asks for more than the buffers of both ends hold, and goes on asking. */
async function download(scheme: string, isRead: boolean) {
  const socket = open(scheme, hurried).on('error', () => undefined)
  await once(socket, scheme === 'http' ? 'connect' : 'secureConnect')
  if (isRead) socket.resume()
  else socket.pause()
  const request = 'GET /explorer/static/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n'
  // A connection may have 16 unanswered requests, also on a busy machine.
  for (let n = 0; n < (isRead ? 2 : 10); n++) socket.write(request)
  // Who does not read learns of the end only when writing.
  const timer = setInterval(() => socket.writable && socket.write(isRead ? request : '\r\n'), 500)
  onTestFinished(() => {
    clearInterval(timer)
    socket.destroy()
  })
  return { isClosed: () => socket.destroyed }
}

const MANY = Array.from({ length: 201 }, (_, n) => n).join('&')
const LARGE = Array<string>(5).fill(`X: ${'x'.repeat(16_000)}\r\n`)
const earlier = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'
const withBody = 'POST /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n'

describe.each(['http', 'https'])('over %s', (scheme) => {
  test('501: CONNECT, which is for proxies', async () => {
    const { status, body } = await send(scheme, ['CONNECT example.com:443 HTTP/1.1\r\n\r\n'])
    expect([status, body]).toMatchObject([501, { error: { code: isText, message: isText } }])
  })

  test('a client that does not read is hung up on, one that reads is not', async () => {
    const [reads, stops] = await Promise.all([download(scheme, true), download(scheme, false)])
    await vi.waitFor(() => expect(stops.isClosed()).toBe(true), 20_000)
    expect(reads.isClosed()).toBe(false)
  })

  /** The parser hands over the last packet alone. */
  test.concurrent.each([
    [
      '400: a header that cannot be read, in a later packet',
      400,
      ['Host: x\r\n', 'a b: c\r\n\r\n'],
    ],
    ['408: headers that do not end', 408, ['Host: x\r\nX-Slow:']],
    ['431: headers over 64 KiB, in several packets', 431, LARGE],
  ] as const)('%s, without the line of the request', async (_name, status, packets) => {
    const line = `GET ${AREAS.B[0]} HTTP/1.1\r\n`
    const at = status === 408 ? hurried : server
    expect(await send(scheme, [line, ...packets], at)).toEqual({ status, body: AREAS.C[1] })
  })

  test.concurrent('431: an address over 64 KiB, in several packets', async () => {
    const packets = [`GET ${AREAS.B[0]}?`, ...Array(5).fill('x'.repeat(16_000))]
    expect(await send(scheme, packets)).toEqual({ status: 431, body: AREAS.C[1] })
  })

  describe.each(['A', 'B', 'C'] as const)('under paths of area %s', (area) => {
    const [path, body] = AREAS[area]
    const line = `GET ${path} HTTP/1.1\r\n`
    const post = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`

    test.concurrent.each([
      ['400: a header that cannot be read', 400, [`${line}a b: c\r\n\r\n`]],
      [
        '400: the same on a connection that served another address',
        400,
        [earlier, `${line}a b: c\r\n\r\n`],
      ],
      [
        '400: the same behind the body of another request',
        400,
        [withBody, '{}', `${line}a b: c\r\n\r\n`],
      ],
      [
        '400: 201 parameters behind "#"',
        400,
        [`GET ${path}#${MANY} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`],
      ],
      [
        '400: anything behind "#"',
        400,
        [`GET ${path}#a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`],
      ],
    ] as const)('%s', async (_name, status, packets) => {
      expect(await send(scheme, packets)).toEqual({ status, body })
    })

    test.concurrent.each([
      ['400: a broken chunk', 400, ['5\r\n{"a":\r\n', 'no number\r\n']],
      ['413: an overlong chunk extension', 413, [`5;${'x'.repeat(20_000)}\r\n`]],
    ] as const)('%s', async (_name, status, packets) => {
      const head = `${post}X-API-Token: ${token}\r\nTransfer-Encoding: chunked\r\n\r\n`
      expect(await send(scheme, [head, ...packets])).toEqual({ status, body })
    })

    test.concurrent('408: a body that does not end', async () => {
      const head = `${post}X-API-Token: ${token}\r\nContent-Length: 100\r\n\r\n`
      expect(await send(scheme, [head, '{"a":'], hurried)).toEqual({ status: 408, body })
    })
  })
})
