import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { connect as connectSecurely } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate } from '../../../test/certificate.ts'
import { type Serving, serve } from '../../../test/processes.ts'
import { insertAccount, insertToken } from '../../../test/samples.ts'
import { useDatabase } from '../../../test/use-database.ts'

const database = useDatabase()
const certificate = makeCertificate()
let server: Serving
let token: string
beforeAll(async () => {
  const { id } = await insertAccount(database.db)
  token = (await insertToken(database.db, { homeId: id })).value
  server = await serve({
    DATABASE_URL: database.url,
    REQUEST_TIMEOUT_SECONDS: '1',
    ...certificate.settings,
  })
}, 60_000)
afterAll(async () => {
  await server.stop()
  certificate.remove()
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

function open(scheme: string): Socket {
  const address = new URL(server.addresses.find((url) => url.startsWith(`${scheme}:`)) ?? '')
  const to = { host: address.hostname, port: Number(address.port) }
  return scheme === 'http' ? connect(to) : connectSecurely({ ...to, rejectUnauthorized: false })
}

/** Sends packet after packet, and reads the last answer once the server has hung up. */
async function send(scheme: string, packets: readonly string[]) {
  const socket = open(scheme)
  const answered = text(socket)
  await once(socket, scheme === 'http' ? 'connect' : 'secureConnect')
  socket.setNoDelay()
  for (const packet of packets) {
    socket.write(packet)
    await delay(60)
  }
  const answer = (await answered).split(/(?=HTTP\/1\.1 \d)/).at(-1) ?? ''
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: JSON.parse(body) }
}

const MANY = Array.from({ length: 201 }, (_, n) => n).join('&')
const earlier = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'
const withBody = 'POST /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n'

describe.each(['http', 'https'])('over %s', (scheme) => {
  describe.each(['A', 'B', 'C'] as const)('under paths of area %s', (area) => {
    const [path, body] = AREAS[area]
    const line = `GET ${path} HTTP/1.1\r\n`
    const post = `POST ${path} HTTP/1.1\r\nContent-Type: application/json\r\n`

    test.concurrent.each([
      [
        '400: a header that cannot be read, in a later packet',
        400,
        [line, 'Host: x\r\n', 'a b: c\r\n\r\n'],
      ],
      [
        '400: the same on a connection that served another address',
        400,
        [earlier, line, 'a b: c\r\n\r\n'],
      ],
      [
        '400: the same behind another request in one packet',
        400,
        [`${earlier}${line}`, 'a b: c\r\n\r\n'],
      ],
      [
        '400: the same behind the body of another request',
        400,
        [withBody, `{}${line}`, 'a b: c\r\n\r\n'],
      ],
      ['408: headers that do not end', 408, [line, 'Host: x\r\nX-Slow:']],
      ['408: the first line in pieces', 408, [line.slice(0, 3), line.slice(3, -5)]],
      [
        '431: headers over 64 KiB, in several packets',
        431,
        [line, ...Array(5).fill(`X: ${'x'.repeat(16_000)}\r\n`)],
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
      [
        '414: an address over 64 KiB, in several packets',
        414,
        [`GET ${path}?`, ...Array(5).fill('x'.repeat(16_000))],
      ],
    ] as const)('%s', async (_name, status, packets) => {
      expect(await send(scheme, packets)).toEqual({ status, body })
    })

    test.concurrent('408: a body that does not end', async () => {
      const head = `${post}X-API-Token: ${token}\r\nContent-Length: 100\r\n\r\n`
      expect(await send(scheme, [head, '{"a":'])).toEqual({ status: 408, body })
    })
  })
})
