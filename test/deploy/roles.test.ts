import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { sweepsOf } from '../../src/jobs.ts'
import { readSeal } from '../../src/platform/crypto/seal.ts'
import { connect } from '../../src/platform/db/connect.ts'
import { readConfig } from '../../src/settings.ts'
import { openServerPair, type ServerPair } from '../support/database/server-pair.ts'
import { caller, NEW_TOKEN } from '../support/http/http.ts'
import { makeVisitor } from '../support/http/visitor.ts'
import { blocksOf, runCommands } from '../support/processes/guide.ts'
import { runBinnacle, serve, work } from '../support/processes/processes.ts'
import { PROGRAM } from '../support/processes/program.ts'
import { atOrigin, ORIGIN } from '../support/server/health-calls.ts'
import { openQuota } from '../support/server/quota.ts'
import { insertAccountWithToken } from '../support/world/samples.ts'

const FOLDER = new URL('../../deploy/cluster/', import.meta.url).pathname
const GUIDE = readFileSync('docs/guides/high-availability.md', 'utf8')
const GUIDE_HOSTS = '10.0.0.1,10.0.0.2,10.0.0.3'
const PASSWORDS = ['MIGRATE_PASSWORD', 'SERVE_PASSWORD', 'WORK_PASSWORD']
const MAX_START_MS = 180_000
const PERMISSION_DENIED = '42501'
type Role = 'binnacle_migrate' | 'binnacle_serve' | 'binnacle_work'

let pair: ServerPair
const folder = mkdtempSync(join(tmpdir(), 'binnacle-roles-'))
const keyFile = join(folder, 'key')
writeFileSync(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 })

const urlOf = (role: string) => `postgres://${role}@${pair.primary.host}/binnacle`

/** The commands of the guide that contain the text, typed by somebody who has these two servers. */
function runGuide(text: string) {
  const [standby, primary] = [pair.standby, pair.primary].map(({ host }) => host.split(':')[1])
  const commands = blocksOf(GUIDE, 'sh')
    .filter((block) => block.includes(text))
    .map((block) =>
      block
        .replaceAll(`host=${GUIDE_HOSTS}`, `host=127.0.0.1,127.0.0.1 port=${standby},${primary}`)
        .replaceAll('-h 10.0.0.1 ', `-h 127.0.0.1 -p ${primary} `)
        .replaceAll(GUIDE_HOSTS, `127.0.0.1:${standby},127.0.0.1:${primary}`),
    )
  expect(commands, `commands with ${text}`).toHaveLength(1)
  const binnacle = `binnacle() { node '${PROGRAM}' "$@"; }`
  return runCommands([binnacle, ...commands], {
    cwd: FOLDER,
    timeout: MAX_START_MS,
    env: { PATRONI_SUPERUSER_PASSWORD: 'p' },
  })
}

const requireMigrated = () => requireGuide('binnacle migrate')

function requireGuide(command: string): void {
  const { status, stdout, stderr } = runGuide(command)
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`)
}

/** The SQLSTATE with which the statement fails, if it does. */
async function tryAs(role: Role, statement: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: urlOf(role) })
  await client.connect()
  try {
    await client.query(statement)
    return undefined
  } catch (error) {
    return (error as pg.DatabaseError).code
  } finally {
    await client.end()
  }
}

async function signInWrongly(url: string) {
  const visitor = makeVisitor(ORIGIN, [url])
  const request = new URLSearchParams({
    client_id: 'portal',
    response_type: 'code',
    redirect_uri: `${ORIGIN}/signed-in`,
    scope: 'openid account',
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  })
  const page = await visitor.visit(`/oauth2/auth?${request}`)
  return visitor.submit(page, 'sign-in', { login: 'nobody', password: 'wrong' })
}

beforeAll(async () => {
  pair = await openServerPair()
  requireGuide('roles.sql')
  // The guide lists all servers from here on, and the test names the standby first.
  const requireCopy = async () =>
    expect(
      (await pair.standby.run(`select from pg_database where datname = 'binnacle'`)).rowCount,
    ).toBe(1)
  await vi.waitFor(requireCopy, { timeout: 60_000, interval: 50 })
  requireMigrated()
}, MAX_START_MS)
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await pair.remove()
}, MAX_START_MS)

test.each(PASSWORDS)('roles.sql stops with a sentence without %s', (missing) => {
  const set = Object.fromEntries(PASSWORDS.map((name) => [name, 'p']))
  delete set[missing]
  const { status, stderr } = spawnSync('psql', ['-X', '-f', 'roles.sql', urlOf('postgres')], {
    cwd: FOLDER,
    env: { PATH: process.env.PATH, ...set },
    encoding: 'utf8',
  })
  expect(stderr).toContain('Export all three and run roles.sql again.')
  expect(status).toBe(3)
})

describe('binnacle_migrate', () => {
  test('grants each table and view to serve: one that grants.sql does not list fails here', async () => {
    const db = connect(urlOf('postgres'))
    onTestFinished(() => db.destroy())
    const { rows } = await sql`
      select relname from pg_class
       where relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
             and relkind in ('r', 'p', 'v')
             and not has_table_privilege('binnacle_serve', oid, 'select')`.execute(db)
    expect(rows).toEqual([])
  })

  test('is no superuser, and makes no roles and databases', async () => {
    expect(await tryAs('binnacle_migrate', 'create role another')).toBe(PERMISSION_DENIED)
    expect(await tryAs('binnacle_migrate', 'create database another')).toBe(PERMISSION_DENIED)
  })
})

describe.each(['binnacle_serve', 'binnacle_work'] as const)('%s', (role) => {
  test.each([
    'create table public.mine (word text)',
    'create table pgboss.mine (word text)',
    'create temp table mine (word text)',
    'create schema mine',
    'alter table account add column mine text',
    'drop table audit',
    'truncate api_token',
    `update audit set action = 'none'`,
    'delete from audit',
    'delete from migration',
  ])('may not: %s', async (statement) => {
    const code = await tryAs(role, statement)
    expect(code).toBe(PERMISSION_DENIED)
  })
})

test.each([
  'select * from account_password',
  'select * from oauth_signing_key',
  'delete from secret_key',
  'select * from oauth_client',
  'insert into api_token default values',
  'update audit set after = null',
])('binnacle_work may not: %s', async (statement) => {
  expect(await tryAs('binnacle_work', statement)).toBe(PERMISSION_DENIED)
})

test('binnacle_work deletes what each part no longer needs', async () => {
  const db = connect(urlOf('binnacle_work'))
  onTestFinished(() => db.destroy())
  const sweeps = Object.values(sweepsOf(readConfig({ DATABASE_URL: urlOf('binnacle_work') })))
  expect(sweeps.length).toBeGreaterThan(0)
  for (const { deleteBefore } of sweeps) await deleteBefore(db, new Date(0))
})

test('the commands of an operator run with the role of serve', async () => {
  const env = { DATABASE_URL: urlOf('binnacle_serve'), SECRET_KEY_FILE: keyFile }
  const args = ['bootstrap', '--email', 'ada@example.com', '--name', 'ada']
  expect(await runBinnacle(args, env)).toMatchObject({ code: 0 })
  expect(await runBinnacle(['sign-in-link', '--name', 'ada'], env)).toMatchObject({ code: 0 })
  expect(await runBinnacle(['load-catalogue'], env)).toMatchObject({ code: 0 })
})

async function examine(role: Role): Promise<string[]> {
  const { stdout } = await runBinnacle(['doctor'], { DATABASE_URL: urlOf(role) })
  return stdout.split('\n').filter((line) => line.includes(' roles: '))
}

test(
  'doctor compares the rights of a role with the grants',
  async () => {
    for (const role of ['binnacle_serve', 'binnacle_work'] as const) {
      expect(await examine(role)).toEqual([expect.stringMatching(/^ok .* that migrate grants$/)])
    }
    expect(await examine('binnacle_migrate')).toEqual([
      expect.stringMatching(/^warning .*delete on audit, update on audit/),
    ])
    const change = (statement: string) => tryAs('binnacle_migrate', statement)
    await change('revoke insert on audit from binnacle_serve')
    await change('revoke select on app from binnacle_serve')
    await change('grant update, delete on audit to binnacle_serve')
    expect(await examine('binnacle_serve')).toEqual([
      expect.stringMatching(
        /^PROBLEM .*: grant select on app to ROLE; grant insert on audit to ROLE$/,
      ),
      expect.stringMatching(/^warning .*: delete on audit, update on audit\. /),
    ])
    await change('grant insert on audit to binnacle_serve')
    await change('grant select on app to binnacle_serve')
    requireMigrated()
    expect(await examine('binnacle_serve')).toEqual([expect.stringMatching(/^ok /)])
  },
  MAX_START_MS,
)

test(
  'serve answers requests of all areas, and work does the jobs that follow',
  async () => {
    const settings = {
      SECRET_KEY_FILE: keyFile,
      PUBLIC_URL: ORIGIN,
      QUOTA_RULES: 'beyondHeadroom=approve',
    }
    const server = await serve({
      ...settings,
      DATABASE_URL: urlOf('binnacle_serve'),
      RUN_JOBS: 'false',
    })
    onTestFinished(async () => void (await server.stop('SIGKILL')))
    const worker = await work({ ...settings, DATABASE_URL: urlOf('binnacle_work') })
    onTestFinished(async () => void (await worker.stop('SIGKILL')))
    const db = connect(urlOf('postgres'))
    onTestFinished(() => db.destroy())
    const url = server.addresses[0] ?? ''
    const quota = openQuota(atOrigin({ url: () => url, db: () => db, seal: readSeal(keyFile) }))
    await quota.addOperator()
    await quota.loadStarter()
    const reader = await quota.addReader()
    await quota.addSubscription('sub-roles', { [reader.id]: 'owner' })

    const { token } = await insertAccountWithToken(db)
    const created = await caller({ url })(token, 'POST', '/v0.1/api_tokens', NEW_TOKEN)
    expect(created.status).toBe(201)
    const event = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
    expect((await quota.callAsOperator('POST', '/events', event)).status).toBe(201)
    expect((await signInWrongly(url)).status).toBe(401)
    const { body } = await quota.put(reader, 'sub-roles', 'cores', 120)
    const findState = async () => {
      const rows = db
        .selectFrom('quota_sub_request')
        .select('state')
        .where('request_id', '=', body.requestId)
      return (await rows.executeTakeFirst())?.state
    }
    await expect.poll(findState, { timeout: 60_000, interval: 200 }).toBe('Succeeded')
    const listRefused = () =>
      db
        .selectFrom('audit')
        .select(['target', 'after'])
        .where('action', '=', 'account.sign-in-failed')
        .execute()
    await expect
      .poll(listRefused, { timeout: 60_000, interval: 200 })
      .toMatchObject([{ target: 'unknown account', after: { client: 'portal', count: 1 } }])
    // The engine looks after its queues by itself, every few seconds.
    const listNeglected = () =>
      db.selectFrom('pgboss.queue').select('name').where('monitor_on', 'is', null).execute()
    await expect.poll(listNeglected, { timeout: 60_000, interval: 200 }).toEqual([])
    expect(worker.readLog()).not.toContain('permission denied')
    expect(server.readLog()).not.toContain('permission denied')
  },
  MAX_START_MS,
)
