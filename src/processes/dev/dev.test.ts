import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ask, type Emulator, startEmulator } from '../../../test/support/processes/emulator.ts'
import { runBinnacle } from '../../../test/support/processes/processes.ts'
import { PROGRAM } from '../../../test/support/processes/program.ts'

// Each start is a database of its own, and some tests need several.
vi.setConfig({ testTimeout: 480_000, hookTimeout: 240_000 })

const SECRETS =
  'BINNACLE_TOKEN AZURE_CLIENT_SECRET OPERATOR BINNACLE_CONTROL_KEY DATABASE_URL'.split(' ')

async function fetchBearer(emulator: Emulator): Promise<Record<string, string>> {
  const { settings } = emulator
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: settings.AZURE_CLIENT_ID ?? '',
    client_secret: settings.AZURE_CLIENT_SECRET ?? '',
    scope: `${settings.BINNACLE_URL}/.default`,
  })
  const { body } = await ask(emulator, `/${settings.AZURE_TENANT_ID}/oauth2/v2.0/token`, {}, form)
  return { authorization: `Bearer ${body.access_token}` }
}

let emulator: Emulator
beforeAll(async () => {
  emulator = await startEmulator()
})
afterAll(async () => expect(await emulator.stop()).toBe(0))

type QuotaRequest = { properties: { provisioningState: string } }

describe('what it printed is enough', () => {
  const below = (rest: string) =>
    `/subscriptions/${emulator.settings.AZURE_SUBSCRIPTION_ID}/${rest}`

  test('area A, with the token and as often as you like', async () => {
    const token = { 'x-api-token': emulator.settings.BINNACLE_TOKEN ?? '' }
    const { body, headers } = await ask(emulator, '/v0.1/apps', token)
    expect(headers).not.toHaveProperty('x-ms-ratelimit-remaining-tenant-reads')
    const names = body.map((app: { name: string; owner: { name: string } }) => [
      app.owner.name,
      app.name,
    ])
    expect(names.map((pair: string[]) => pair.join('/')).sort()).toEqual([
      'ada/logbook',
      'harbour/pilot-android',
      'harbour/pilot-ios',
      'harbour/tide-tables',
    ])
    const users = await ask(emulator, '/v0.1/apps/harbour/tide-tables/users', token)
    expect(users.body).toContainEqual(
      expect.objectContaining({ name: 'edsger', permissions: ['viewer'] }),
    )
  })

  test('area B, with the secret of the program', async () => {
    const path = below('providers/Microsoft.ResourceHealth/events?api-version=2025-05-01')
    const { status, body } = await ask(emulator, path, await fetchBearer(emulator))
    expect(status).toBe(200)
    const statuses = body.value.map(
      (event: { properties: { eventType: string; status: string } }) =>
        `${event.properties.eventType} ${event.properties.status}`,
    )
    expect(statuses).toContain('ServiceIssue Active')
    expect(statuses).toContain('ServiceIssue Resolved')
    expect(statuses).toContain('PlannedMaintenance Active')
  })

  test('area C: one request was granted, one waits for a person', async () => {
    const scope =
      'providers/Microsoft.Capacity/resourceProviders/Microsoft.Compute/locations/eastus'
    const path = below(`${scope}/serviceLimitsRequests?api-version=2020-10-25`)
    await expect
      .poll(
        async () => {
          const { body } = await ask(emulator, path, await fetchBearer(emulator))
          return body.value.map((each: QuotaRequest) => each.properties.provisioningState).sort()
        },
        { timeout: 60_000 },
      )
      .toEqual(['InProgress', 'Succeeded'])
  })

  test('each account has the role that is printed beside its password', async () => {
    const token = { 'x-api-token': emulator.settings.BINNACLE_TOKEN ?? '' }
    const roles: Record<string, string[]> = { ada: [], grace: [], edsger: [] }
    type User = { name: string; permissions: string[]; role: string }
    for (const app of ['tide-tables', 'pilot-android', 'pilot-ios']) {
      const { body } = await ask(emulator, `/v0.1/apps/harbour/${app}/users`, token)
      for (const { name, permissions } of body as User[]) {
        roles[name]?.push(`${permissions} of harbour/${app}`)
      }
    }
    const members = (await ask(emulator, '/v0.1/orgs/harbour/users', token)).body as User[]
    for (const { name, role } of members) roles[name]?.push(`${role} of harbour`)
    expect(roles.grace).toEqual([
      'developer of harbour/tide-tables',
      'developer of harbour/pilot-android',
      'developer of harbour/pilot-ios',
      'member of harbour',
    ])
    expect(roles.edsger).toEqual(['viewer of harbour/tide-tables', 'member of harbour'])
    expect(roles.ada).toContain('admin of harbour')
    expect(emulator.stdout()).toMatch(/^ {2}ada +\S+ +operator, admin of harbour$/m)
    expect(emulator.stdout()).toMatch(/^ {2}grace +\S+ +developer of every app of harbour$/m)
    expect(emulator.stdout()).toMatch(/^ {2}edsger +\S+ +viewer of harbour\/tide-tables$/m)
  })

  test('the operator, with the bearer', async () => {
    const bearer = { authorization: `Bearer ${emulator.settings.OPERATOR}` }
    const { body } = await ask(emulator, '/operator/v1/accounts', bearer)
    expect(body.value.map(({ name }: { name: string }) => name).sort()).toEqual([
      'ada',
      'edsger',
      'grace',
    ])
  })

  test('commands for who runs a server', async () => {
    const { code, stdout } = await runBinnacle(['sign-in-link', '--name', 'ada'], emulator.settings)
    expect(code).toBe(0)
    expect(stdout).toContain(`${emulator.settings.PUBLIC_URL}/oauth2/sign-in-link/`)
  })

  test('nothing listens beyond loopback, and its files are its own', () => {
    const { pid } = emulator.child
    const inodes = execFileSync('sh', ['-c', `ls -l /proc/${pid}/fd | grep -o 'socket:.*'`])
    const listening = execFileSync('cat', ['/proc/net/tcp', '/proc/net/tcp6'])
      .toString()
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state, , , , , , inode]) => state === '0A' && inodes.includes(`[${inode}]`))
      .map(([, local]) => local?.split(':')[0])
    expect(listening.length).toBeGreaterThanOrEqual(3)
    expect(new Set(listening)).toEqual(new Set(['0100007F']))
    for (const file of [emulator.settings.SECRET_KEY_FILE ?? '']) {
      expect(statSync(file).mode & 0o077).toBe(0)
    }
  })
})

/** PostgreSQL and the folder with the secrets are gone. */
const expectNothingLeft = (folder: string) =>
  expect
    .poll(() => [existsSync(folder), spawnSync('pgrep', ['-f', folder]).stdout.toString()], {
      timeout: 120_000,
    })
    .toEqual([false, ''])

const WARNING = /Anyone who can reach this machine can use the emulator/

// Each start takes long, so a host and a way to end share one.
test.each([
  ['0.0.0.0', 'localhost', 'a terminal that is closed', ['SIGHUP'], WARNING],
  ['127.0.0.2', '127.0.0.2', 'Ctrl-C twice', ['SIGINT', 'SIGINT'], /^$/],
  ['::1', '[::1]', 'kill -9', ['SIGKILL'], /^$/],
] as const)(
  '--host %s has a certificate for %s and warns if others can reach it; %s leaves nothing behind',
  async (host, name, _end, signals, printed) => {
    const started = await startEmulator(['--empty', '--host', host])
    try {
      expect(started.stderr()).toMatch(printed)
      expect(started.settings.BINNACLE_URL).toContain(`https://${name}:`)
      // Without it, az refuses to sign in where there is no subscription.
      expect(started.stdout()).toMatch(
        /^ {2}az login .* --tenant \$AZURE_TENANT_ID --allow-no-subscriptions$/m,
      )
      const token = { 'x-api-token': started.settings.BINNACLE_TOKEN ?? '' }
      expect((await ask(started, '/v0.1/user', token)).status).toBe(200)
    } finally {
      for (const signal of signals) started.child.kill(signal)
    }
    await expectNothingLeft(dirname(started.settings.SECRET_KEY_FILE ?? ''))
  },
)

test('--data: a start that fails leaves the folder usable, and the next start knows what the last one printed', async () => {
  const data = mkdtempSync(join(tmpdir(), 'binnacle-kept-'))
  const refused = { env: { QUOTA_RULES: 'decrease=perhaps' } }
  try {
    // The server is up and the operator is created when this is rejected.
    const seed = join(data, '..', `${basename(data)}.json`)
    writeFileSync(seed, JSON.stringify({ events: [{ eventType: 'Nothing' }] }))
    await expect(startEmulator(['--data', data, '--seed', seed])).rejects.toThrow('events[0]: POST')
    rmSync(seed)
    await expect(startEmulator(['--data', data], refused)).rejects.toThrow('QUOTA_RULES')
    const first = await startEmulator(['--data', data])
    await first.stop()
    // From now on it is kept, whatever becomes of later starts.
    await expect(startEmulator(['--data', data], refused)).rejects.toThrow('QUOTA_RULES')
    await expectKept(data, first)
    rmSync(join(data, 'world.json'))
    await expect(startEmulator(['--data', data])).rejects.toThrow(
      'world.json is missing. It contains the only copy of the secrets',
    )
  } finally {
    rmSync(data, { recursive: true })
  }
})

async function expectKept(data: string, first: Emulator): Promise<void> {
  const again = await startEmulator(['--data', data])
  expect(again.settings.BINNACLE_TOKEN).toBe(first.settings.BINNACLE_TOKEN)
  const token = { 'x-api-token': first.settings.BINNACLE_TOKEN ?? '' }
  expect((await ask(again, '/v0.1/user', token)).body.name).toBe('ada')
  const bearer = { authorization: `Bearer ${again.settings.OPERATOR}` }
  expect((await ask(again, '/operator/v1/accounts', bearer)).status).toBe(200)
  expect(again.stdout()).toContain(`Data is stored in ${data}`)
  await expect(startEmulator(['--data', data])).rejects.toThrow(
    `Another \`binnacle dev\` is using ${data}. Stop it, or choose another folder.`,
  )
  await again.stop()
  expect(again.stdout()).toContain(`stored in ${data}; the next start prints the same values`)
}

test.each([
  ['while initdb runs', /^initdb-/],
  ['when PostgreSQL runs', /^postgres\/postmaster.pid$/],
])('kill -9 of the first start, %s, leaves its --data folder usable', async (_when, file) => {
  const data = mkdtempSync(join(tmpdir(), 'binnacle-killed-'))
  try {
    const child = spawn(
      process.execPath,
      [PROGRAM, 'dev', '--port', '0', '--tls-port', '0', '--data', data],
      { stdio: 'ignore' },
    )
    const isThere = () =>
      readdirSync(data, { recursive: true }).some((name) => file.test(String(name)))
    await expect.poll(isThere, { timeout: 120_000, interval: 10 }).toBe(true)
    child.kill('SIGKILL')
    const again = await startEmulator(['--empty', '--data', data])
    const token = { 'x-api-token': again.settings.BINNACLE_TOKEN ?? '' }
    expect((await ask(again, '/v0.1/user', token)).status).toBe(200)
    await again.stop()
  } finally {
    rmSync(data, { recursive: true })
  }
})

test('a port that is taken leaves the --data folder as it was', async () => {
  const data = join(tmpdir(), `binnacle-untouched-${process.pid}`)
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ports = ['--port', '0', '--tls-port', String(port)]
  const taken = await runBinnacle(['dev', ...ports, '--data', data], {})
  server.close()
  expect(taken.stderr).toContain(`Port ${port} is already in use`)
  expect(existsSync(data)).toBe(false)
})

test('--data below a folder that is closed to others: root is told what to do, anybody else begins', async () => {
  const closed = mkdtempSync(join(tmpdir(), 'binnacle-closed-'))
  const data = join(closed, 'harbour')
  const started = startEmulator(['--empty', '--data', data])
  if (process.getuid?.() === 0) {
    const hint = `cannot access ${data}. Run the command as another user, or choose`
    await expect(started).rejects.toThrow(hint)
  } else {
    expect(await (await started).stop()).toBe(0)
  }
  expect(statSync(closed).mode & 0o777).toBe(0o700)
  rmSync(closed, { recursive: true })
})

test('a port that is taken, and a word it does not know, are said at once', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const taken = await runBinnacle(['dev', '--port', String(port), '--tls-port', '0'], {})
  server.close()
  const inUse = expect.stringContaining(`Port ${port} is already in use`)
  expect(taken).toMatchObject({ code: 1, stderr: inUse })
  const unknown = await runBinnacle(['dev', '--prot', '1'], {})
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('binnacle dev [')])
})

test('Ctrl-C leaves nothing behind, and each start has secrets of its own', async () => {
  const other = await startEmulator(['--empty'])
  for (const name of SECRETS) {
    expect(emulator.settings[name]).toBeTruthy()
    expect(other.settings[name]).toBeTruthy()
    expect(other.settings[name]).not.toBe(emulator.settings[name])
  }
  const folder = dirname(other.settings.SECRET_KEY_FILE ?? '')
  expect(existsSync(folder)).toBe(true)
  expect(await other.stop()).toBe(0)
  expect(existsSync(folder)).toBe(false)
  expect(spawnSync('pgrep', ['-f', folder]).stdout.toString()).toBe('')
})
