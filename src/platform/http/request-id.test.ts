import { describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { useServer } from '../../../test/support/server/server.ts'

const server = useServer({ databaseUrl: useDatabase().url })

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

async function ask(headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/v0.1/user?email=ada@example.com`, { headers })
  await response.text()
  const lastLine = JSON.parse(server.logLines.at(-1) ?? '{}')
  return { response, lastLine, header: (name: string) => response.headers.get(name) }
}

describe('every answer', () => {
  test('names its request, and correlates with itself when nothing was sent', async () => {
    const { header } = await ask()
    expect(header('x-ms-request-id')).toMatch(UUID)
    expect(header('x-ms-correlation-request-id')).toBe(header('x-ms-request-id'))
    expect(header('x-ms-client-request-id')).toBeNull()
    expect(header('cache-control')).toBe('no-store')
    expect(header('x-content-type-options')).toBe('nosniff')
    const again = await ask()
    expect(again.header('x-ms-request-id')).not.toBe(header('x-ms-request-id'))
  })

  test('passes the caller’s correlation id on', async () => {
    const { header, lastLine } = await ask({ 'x-ms-correlation-request-id': 'run-42' })
    expect(header('x-ms-correlation-request-id')).toBe('run-42')
    expect(lastLine.correlationId).toBe('run-42')
  })

  test('repeats the client’s request id when asked to, and logs it always', async () => {
    const quiet = await ask({ 'x-ms-client-request-id': 'call-1' })
    expect(quiet.header('x-ms-client-request-id')).toBeNull()
    expect(quiet.lastLine.clientRequestId).toBe('call-1')
    const asked = await ask({
      'x-ms-client-request-id': 'call-2',
      'x-ms-return-client-request-id': 'true',
    })
    expect(asked.header('x-ms-client-request-id')).toBe('call-2')
  })

  test.each(['a b', 'x'.repeat(65), '{"a":1}', 'bnu_x'])(
    'does not believe the id %j',
    async (id) => {
      const { header, lastLine } = await ask({
        'x-ms-correlation-request-id': id,
        'x-ms-client-request-id': id,
        'x-ms-return-client-request-id': 'true',
      })
      expect(header('x-ms-correlation-request-id')).toMatch(UUID)
      expect(header('x-ms-client-request-id')).toBeNull()
      expect(JSON.stringify(lastLine)).not.toContain(id)
    },
  )
})

test('one line per request, with the route pattern and never the URL', async () => {
  const before = server.logLines.length
  const { header } = await ask()
  const lines = server.logLines.slice(before)
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    level: 30,
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    requestId: header('x-ms-request-id'),
    method: 'GET',
    route: '/v0.1/user',
    status: 401,
    ms: expect.any(Number),
    code: 'Unauthorized',
    correlationId: header('x-ms-request-id'),
    msg: 'request',
  })
})
