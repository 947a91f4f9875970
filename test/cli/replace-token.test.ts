import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { caller } from '../support/http/http.ts'
import { useInstallation } from '../support/server/installation.ts'
import { insertToken } from '../support/world/samples.ts'
import { insertApp, insertPerson, type Person } from '../support/world/world.ts'
import { runInProcess } from './run-in-process.ts'

const { database, server } = useInstallation({})
const call = caller(server)
const DAY_MS = 86_400_000

let ada: Person
let old: Readonly<{ id: string; value: string }>
beforeEach(async () => {
  ada = await insertPerson(database.db)
  const expiresAt = new Date(Date.now() + 45 * DAY_MS)
  const token = { homeId: ada.id, access: 'viewer', description: 'night build', expiresAt } as const
  old = await insertToken(database.db, token)
})

const run = (args: readonly string[], answers?: readonly string[], token = ada.token) =>
  runInProcess(['tokens', 'replace', ...args], {
    env: { BINNACLE_URL: server.url, BINNACLE_TOKEN: token },
    ...(answers && { answers }),
  })
const statusOf = async (value: string) => (await call(value, 'GET', '/v0.1/apps')).status
const list = async () => (await call(ada.token, 'GET', '/v0.1/api_tokens')).body
const setLastUse = () =>
  sql`update api_token set last_used_at = '2026-05-04T10:20:00Z', last_used_from = '192.0.2.7'
       where id = ${old.id}`.execute(database.db)

test('prints a new token with name, access and days of the old one, which works until yes is typed', async () => {
  await setLastUse()
  const kept = await run([old.id])
  expect(kept.code).toBe(0)
  expect(kept.stdout).toMatch(/^bnu_\w{71}\n$/)
  expect(kept.stderr).toMatch(
    /^Created the token \S+\. Store its value now; it is not shown again\. It expires at \S+\.$/m,
  )
  expect(kept.stderr).toContain(
    `The token ${old.id} still works. It was last used at 2026-05-04T10:20:00.000Z from 192.0.2.7.\n`,
  )
  expect(kept.stderr).toContain(`To revoke it: binnacle tokens revoke ${old.id}\n`)
  expect(await Promise.all([old.value, kept.stdout.trim()].map(statusOf))).toEqual([200, 200])
  const [before, made] = (await list()).filter(
    ({ description }: { description: string }) => description === 'night build',
  )
  expect(made).toMatchObject({ scope: before.scope, kind: 'user' })
  expect(Math.abs(Date.parse(made.expires_at) - Date.parse(before.expires_at))).toBeLessThan(60_000)
  const declined = await run([old.id], ['no'])
  expect([declined.code, await statusOf(old.value)]).toEqual([0, 200])
  const revoked = await run([old.id], ['yes'])
  expect(revoked.stderr).toMatch(/Type yes to revoke it now: Revoked the token \S+\.\n$/)
  expect(await Promise.all([old.value, revoked.stdout.trim()].map(statusOf))).toEqual([401, 200])
})

test('of an app: the hint names it, and json is the new token', async () => {
  const app = await insertApp(database.db, { ...ada, kind: 'user' }, {}, 'tides')
  const token = { kind: 'app', homeId: ada.id, appId: app.id, description: 'deploy' } as const
  const { id } = await insertToken(database.db, token)
  const where = ['--app', `${ada.name}/tides`]
  const { stdout, stderr } = await run([id, ...where, '--output', 'json'])
  expect(JSON.parse(stdout)).toMatchObject({ description: 'deploy', scope: ['all'], kind: 'app' })
  expect(JSON.parse(stdout).expires_at).toBeNull()
  expect(stderr).toContain(`binnacle tokens revoke ${id} --app ${ada.name}/tides\n`)
})

test('at 5,000 tokens, says which to revoke first, and asks nothing', async () => {
  await setLastUse()
  const other = await insertToken(database.db, { homeId: ada.id, description: 'spare' })
  await sql`update account set token_count = 5000 where id = ${ada.id}`.execute(database.db)
  const { code, stdout, stderr } = await run([old.id], ['yes'])
  expect([code, stdout, await statusOf(old.value)]).toEqual([1, '', 200])
  expect(stderr).toContain(`“spare” (${other.id}) of your account`)
  expect(stderr).not.toContain('Type yes')
})

test('with a token that expires earlier, or for one that is not there, nothing is created', async () => {
  const expiresAt = new Date(Date.now() + DAY_MS)
  const early = await insertToken(database.db, { homeId: ada.id, expiresAt })
  const refused = await run([old.id], ['yes'], early.value)
  expect([refused.code, refused.stdout, await statusOf(old.value)]).toEqual([1, '', 200])
  expect(refused.stderr).toContain('cannot expire later than the token that creates it')
  const shorter = await run([old.id, '--expires', expiresAt.toISOString()])
  expect([shorter.code, shorter.stderr]).toEqual([
    0,
    expect.stringContaining(expiresAt.toISOString()),
  ])
  const missing = await run(['0199aaaa-0000-7000-8000-000000000000'])
  expect([missing.code, missing.stderr]).toEqual([4, expect.stringContaining('does not exist')])
})
