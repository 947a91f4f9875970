import { beforeAll, describe, expect, test } from 'vitest'
import { insertAccount, insertToken } from '../../../test/samples.ts'
import { sendRaw, useServer } from '../../../test/server.ts'
import { useDatabase } from '../../../test/use-database.ts'

const database = useDatabase()
const strict = useServer({ databaseUrl: database.url })
const lenient = useServer({ databaseUrl: database.url, env: { COMPAT_EMPTY_BODY: 'true' } })

let token: string
beforeAll(async () => {
  const account = await insertAccount(database.db)
  token = (await insertToken(database.db, { homeId: account.id })).value
})

/** Sends the request as it is written; no client would leave the length out. */
async function send(url: string, method: string, lines: string[], body = '', apiToken = token) {
  const head = [`${method} /v0.1/anything HTTP/1.1`, 'Host: x', 'Connection: close', ...lines]
  if (apiToken) head.push(`X-API-Token: ${apiToken}`)
  const answer = await sendRaw(url, `${head.join('\r\n')}\r\n\r\n${body}`)
  const [top = '', text = ''] = answer.split('\r\n\r\n')
  return { line: top.split('\r\n')[0], status: Number(top.split(' ')[1]), body: JSON.parse(text) }
}

const JSON_TYPE = 'Content-Type: application/json'
const NO_BODY: [string, string[], string][] = [
  ['no length at all', [], ''],
  ['no length, but a JSON type', [JSON_TYPE], ''],
  ['length 0', ['Content-Length: 0'], ''],
  ['length 0 and a JSON type', [JSON_TYPE, 'Content-Length: 0'], ''],
  ['an empty chunked body', ['Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['an empty chunked body of JSON', [JSON_TYPE, 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
]

describe.each(['POST', 'PUT', 'PATCH'])('%s under /v0.1', (method) => {
  test.each(NO_BODY)('411: %s', async (_what, lines, body) => {
    const answer = await send(strict.url, method, lines, body)
    expect(answer.line).toBe('HTTP/1.1 411 Length Required')
    expect(answer.body).toEqual({
      statusCode: 411,
      code: 'LengthRequired',
      message: expect.stringContaining('Send {} for an empty one'),
    })
  })

  test.each([
    ['with its length', ['Content-Length: 2'], '{}'],
    ['in chunks', ['Transfer-Encoding: chunked'], '2\r\n{}\r\n0\r\n\r\n'],
  ])('{} %s passes, to the 404 of this path', async (_what, lines, body) => {
    expect((await send(strict.url, method, [JSON_TYPE, ...lines], body)).status).toBe(404)
  })

  test('401 comes before 411', async () => {
    expect((await send(strict.url, method, [], '', '')).status).toBe(401)
  })

  test('with COMPAT_EMPTY_BODY exactly Content-Length: 0 passes, the rest stays 411', async () => {
    const statuses = []
    for (const [, lines, body] of NO_BODY) {
      statuses.push((await send(lenient.url, method, lines, body)).status)
    }
    expect(statuses).toEqual([411, 411, 404, 404, 411, 411])
  })

  test('415: a body that is not JSON', async () => {
    const lines = ['Content-Type: text/csv', 'Content-Length: 3']
    expect((await send(strict.url, method, lines, 'a,b')).status).toBe(415)
  })
})

test.each(['GET', 'DELETE'])('%s is untouched: an empty body of JSON passes', async (method) => {
  for (const [, lines, body] of NO_BODY) {
    expect((await send(strict.url, method, lines, body)).status).toBe(404)
  }
})
