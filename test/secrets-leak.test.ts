import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer, databaseUrl, newDatabaseName } from './postgres.ts'
import { runBinnacle, serve } from './processes.ts'

const name = newDatabaseName()
const env = { DATABASE_URL: databaseUrl(name), LOG_LEVEL: 'trace' }

beforeAll(async () => void (await administer(`create database ${name}`)))
afterAll(async () => void (await administer(`drop database ${name} with (force)`)))

/** The value, its random part alone, and both in the encodings a dump or a log could hold them in. */
function traces(token: string): string[] {
  const secret = token.slice(26, 69)
  return [token, secret].flatMap((text) => {
    const bytes = Buffer.from(text)
    return [text, bytes.toString('hex'), bytes.toString('base64').slice(0, -4)]
  })
}

test('a token value is in no log line and nowhere in the database, by whatever path it was made', async () => {
  const logs: string[] = []
  await runBinnacle(['migrate'], env)
  const made = await runBinnacle(['bootstrap', '--email', 'a@example.com', '--name', 'a'], env)
  const token = made.stdout.trim()
  logs.push(made.stderr)

  const server = await serve(env)
  const [url] = server.addresses
  const use = (path: string, headers: Record<string, string> = { 'X-API-Token': token }) =>
    fetch(`${url}${path}`, { headers }).then((response) => response.status)
  const statuses = [
    await use('/v0.1/user'),
    await use(`/v0.1/${token}`),
    await use(`/v0.1/user?token=${token}`),
    await use(`/${token}/%zz`),
    await use('/v0.1/user', { 'X-API-Token': `${token}x` }),
    await use('/v0.1/user', {
      'x-ms-client-request-id': token,
      'x-ms-correlation-request-id': token,
    }),
    await use('/v0.1/user', { authorization: `Bearer ${token}`, cookie: token, referer: token }),
  ]
  expect(statuses).toEqual([200, 404, 200, 400, 401, 401, 401])
  await administer('update api_token set revoked_at = now()', name)
  expect(await use('/v0.1/user')).toBe(401)
  await administer('alter table api_token rename to lost', name)
  expect(await use('/v0.1/user')).toBe(500)
  await administer('alter table lost rename to api_token', name)
  await server.stop()
  logs.push(server.readLog())

  const dump = execFileSync('pg_dump', ['--dbname', databaseUrl(name)], { encoding: 'utf8' })
  expect(dump).toContain('a@example.com')
  expect(logs.join().split('"msg":"request"').length).toBeGreaterThan(7)
  for (const trace of traces(token)) {
    expect(dump).not.toContain(trace)
    expect(logs.join('\n')).not.toContain(trace)
  }
})
