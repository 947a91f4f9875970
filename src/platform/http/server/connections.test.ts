import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { useServer } from '../../../../test/support/server/server.ts'

const { url: databaseUrl } = useDatabase()
const server = useServer({ databaseUrl })

const PER_CONNECTION = 16
const countAnswers = (received: string) => received.match(/HTTP\/1\.1 \d{3} /g)?.length ?? 0

/** What was received until the connection was closed, also by a reset. */
async function exchange(sent: string): Promise<string> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  socket.write(sent, 'latin1')
  await new Promise((resolve) => socket.once('close', resolve))
  return received
}

test.each([PER_CONNECTION + 1, 3600])(
  'a connection that sends %i requests without waiting is closed, and another caller is served',
  async (count) => {
    const before = server.logLines.length
    const packet = 'GET / HTTP/1.1\r\nHost:\r\n\r\n'.repeat(count)
    const [answers, other] = await Promise.all([exchange(packet), fetch(`${server.url}/v0.1/user`)])
    expect(countAnswers(answers)).toBeLessThanOrEqual(PER_CONNECTION)
    expect(other.status).toBe(401)
    expect(server.logLines.length - before).toBeLessThanOrEqual(2 * (PER_CONNECTION + 1))
  },
)

test('as many requests as a connection may wait for are answered, and again when they were', async () => {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  const request = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'
  for (const round of [1, 2]) {
    socket.write(request.repeat(PER_CONNECTION))
    await expect.poll(() => countAnswers(received)).toBe(round * PER_CONNECTION)
  }
  socket.destroy()
})

const POST = 'POST /nothing HTTP/1.1\r\nHost: x\r\n'
const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n\r\n`
const GET = 'GET /nothing HTTP/1.1\r\nHost: x\r\n'

test.concurrent.each([
  [
    'Content-Length and Transfer-Encoding',
    `${POST}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX`,
  ],
  ['two lengths', `${POST}Content-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef`],
  ['a list of lengths', `${POST}Content-Length: 5, 6\r\n\r\nabcdef`],
  ['a length with a sign', `${POST}Content-Length: +5\r\n\r\nabcde`],
  ['a negative length', `${POST}Content-Length: -5\r\n\r\nabcde`],
  ['a hexadecimal length', `${POST}Content-Length: 0x5\r\n\r\nabcde`],
  ['a length with a space', `${POST}Content-Length: 1 5\r\n\r\nabcde`],
  ['a length beyond all numbers', `${POST}Content-Length: 99999999999999999999999\r\n\r\nabcde`],
  ['a length without a value', `${POST}Content-Length:\r\n\r\n`],
  [
    'chunked, then another encoding',
    `${POST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`,
  ],
  ['an unknown encoding', `${POST}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  [
    'chunked twice',
    `${POST}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`,
  ],
  ['a space before the colon', `${POST}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
  ['a folded header', `${POST}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`],
  ['a chunk size with 0x', `${CHUNKED}0x5\r\nabcde\r\n0\r\n\r\n`],
  ['a negative chunk size', `${CHUNKED}-5\r\nabcde\r\n0\r\n\r\n`],
  ['a chunk that is longer than it says', `${CHUNKED}5\r\nabcdefg\r\n0\r\n\r\n`],
  ['a chunk size beyond all numbers', `${CHUNKED}fffffffffffffffff\r\nabcde\r\n0\r\n\r\n`],
  ['a line end in a chunk extension', `${CHUNKED}5;a\nabcde\r\n0\r\n\r\n`],
  ['a carriage return alone in a header', `${GET}X: a\rTransfer-Encoding: chunked\r\n\r\n`],
  ['NUL in a header', `${GET}X: a\0b\r\n\r\n`],
  ['a space in the name of a header', `${GET}a b: c\r\n\r\n`],
  ['a header without a colon', `${GET}abc\r\n\r\n`],
  ['a header without a name', `${GET}: c\r\n\r\n`],
  ['a line that begins with a space', `GET /nothing HTTP/1.1\r\n Host: x\r\n\r\n`],
  ['lines that end without a carriage return', `GET /nothing HTTP/1.1\nHost: x\n\n`],
  ['no version', `GET /nothing\r\nHost: x\r\n\r\n`],
  ['another version', `GET /nothing HTTP/2.0\r\nHost: x\r\n\r\n`],
  ['a method in small letters', `get /nothing HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['a space in the address', `GET /nothing x HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['a control character in the address', `GET /noth\x01ing HTTP/1.1\r\nHost: x\r\n\r\n`],
  ['no host', `GET /nothing HTTP/1.1\r\n\r\n`],
])('%s: what follows is not taken for a request', async (_name, malformed) => {
  const answers = await exchange(`${malformed}GET /livez HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect(countAnswers(answers)).toBeLessThanOrEqual(1)
  expect(answers).not.toContain('HTTP/1.1 200')
})
