import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { sendLines, sendRaw } from '../../../test/support/http/send-raw.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { insertPerson, type Person } from '../../../test/support/world/world.ts'

const database = useDatabase()
const strict = useServer({ databaseUrl: database.url })
const lenient = useServer({ databaseUrl: database.url, env: { COMPATIBLE_CLIENTS: 'true' } })

let ada: Person
beforeAll(async () => {
  ada = await insertPerson(database.db, 'ada')
})

const send = (url: string, method: string, lines: string[], body = '', token = ada.token) =>
  sendLines(url, { method, lines, body, token })

const JSON_TYPE = 'Content-Type: application/json'
const LENGTH_ZERO: [string, string[], string][] = [
  ['length 0', ['Content-Length: 0'], ''],
  ['length 0 and a JSON type', [JSON_TYPE, 'Content-Length: 0'], ''],
]
const NO_BODY: [string, string[], string][] = [
  ['no length at all', [], ''],
  ['no length, but a JSON type', [JSON_TYPE], ''],
  ...LENGTH_ZERO,
  ['an empty chunked body', ['Transfer-Encoding: chunked'], '0\r\n\r\n'],
  ['an empty chunked body of JSON', [JSON_TYPE, 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
]

describe.each([
  ['A43: a POST without a body gets 411', 'POST'],
  ['A44: a PUT without a body gets 411', 'PUT'],
  ['A45: a PATCH without a body gets 411', 'PATCH'],
])('%s', (_clause, method) => {
  test.each(LENGTH_ZERO)('%s', async (_what, lines, body) => {
    const answer = await send(strict.url, method, lines, body)
    expect(answer.line).toBe('HTTP/1.1 411 Length Required')
    expect(answer.body).toEqual({
      statusCode: 411,
      code: 'LengthRequired',
      message: expect.stringMatching(/Send \{\} for an empty body.*COMPATIBLE_CLIENTS=true/),
    })
  })

  test('411 comes before anything about the address: also on an app nobody has', async () => {
    const head = [`${method} /v0.1/apps/nobody/nothing HTTP/1.1`, 'Host: x', 'Connection: close']
    const answer = await sendRaw(
      strict.url,
      `${head.join('\r\n')}\r\nX-API-Token: ${ada.token}\r\nContent-Length: 0\r\n\r\n`,
    )
    expect(answer.split('\r\n')[0]).toBe('HTTP/1.1 411 Length Required')
  })

  test.each(LENGTH_ZERO)('also on an app nobody has: %s', async (_what, lines, body) => {
    const head = [`${method} /v0.1/apps/nobody/nothing HTTP/1.1`, 'Host: x', 'Connection: close']
    const token = `X-API-Token: ${ada.token}`
    const request = `${[...head, ...lines, token].join('\r\n')}\r\n\r\n${body}`
    expect((await sendRaw(strict.url, request)).split('\r\n')[0]).toBe(
      'HTTP/1.1 411 Length Required',
    )
  })

  test('with COMPATIBLE_CLIENTS exactly Content-Length: 0 passes, the rest stays 411', async () => {
    const statuses = []
    for (const [, lines, body] of NO_BODY) {
      statuses.push((await send(lenient.url, method, lines, body)).status)
    }
    expect(statuses).toEqual([411, 411, 404, 404, 411, 411])
  })
})
