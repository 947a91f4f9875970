import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { administer, databaseUrl, newDatabaseName } from '../support/database/postgres.ts'
import { NEW_TOKEN } from '../support/http/http.ts'
import { runBinnacle, serve } from '../support/processes/processes.ts'

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

/** Every eight digits in a row of the random part: four of them are stored, and no more. */
const windows = (token: string) =>
  Array.from({ length: 43 - 8 + 1 }, (_, start) => token.slice(26 + start, 26 + start + 8))

/** A token of each kind, and each used once. */
async function createByEveryPath(url: string, token: string): Promise<string[]> {
  const post = (path: string, body: object, headers = {}) =>
    fetch(`${url}/v0.1${path}`, {
      method: 'POST',
      headers: { 'X-API-Token': token, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }).then((response) => response.json() as Promise<{ api_token: string }>)
  await post('/apps', { display_name: 'x', os: 'Linux', platform: 'Custom' })
  await post('/orgs', { name: 'o' })
  const made = [
    await post('/api_tokens', NEW_TOKEN, { 'x-ms-client-request-id': 'mine' }),
    await post('/apps/a/x/api_tokens', { ...NEW_TOKEN, scope: ['viewer'] }),
    await post('/orgs/o/api_tokens', NEW_TOKEN),
  ]
  const values = made.map(({ api_token }) => api_token)
  for (const value of values) {
    await fetch(`${url}/v0.1/apps?token=${value}`, { headers: { 'X-API-Token': value } })
  }
  return values
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
  const values = [token, ...(await createByEveryPath(url ?? '', token))]
  expect(values).toHaveLength(4)
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
  for (const value of values) expect(dump).toMatch(new RegExp(`\\t${value.slice(26, 30)}[\\t\\n]`))
  const ofTokens = values.flatMap((value) => [...traces(value), ...windows(value)])
  for (const trace of ofTokens) {
    expect(dump).not.toContain(trace)
    expect(logs.join('\n')).not.toContain(trace)
  }
})
