import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { administer, databaseUrl, newDatabaseName } from '../../test/support/database/postgres.ts'
import { CONTROLS } from '../../test/support/http/controls.ts'
import { makeCertificate } from '../../test/support/processes/certificate.ts'
import { runBinnacle, type Serving, serve } from '../../test/support/processes/processes.ts'

// Each start is a process, and the machine may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const name = newDatabaseName()
const env = { DATABASE_URL: databaseUrl(name) }

beforeAll(async () => void (await administer(`create database ${name}`)))
afterAll(async () => void (await administer(`drop database ${name} with (force)`)))

let running: Serving | undefined
afterEach(async () => {
  if (running?.child.exitCode === null) await running.stop('SIGKILL')
})

// One after another, as a new installation lives it.
describe('a new installation', () => {
  let token: string

  test('serve refuses a database that was not migrated, and says what to do', async () => {
    const { code, stderr } = await runBinnacle(['serve'], env)
    expect(code).toBe(1)
    expect(stderr).toContain('Run "binnacle migrate" first')
  })

  test('bootstrap refuses it too', async () => {
    const args = ['bootstrap', '--email', 'ada@example.com', '--name', 'ada']
    const { code, stderr } = await runBinnacle(args, env)
    expect(code).toBe(1)
    expect(stderr).toContain('Run "binnacle migrate" first')
  })

  test('migrate applies every file once', async () => {
    const first = await runBinnacle(['migrate'], env)
    expect(first.code).toBe(0)
    expect(first.stderr).toContain('applied 0001-owners\napplied 0002-apps\n')
    const second = await runBinnacle(['migrate'], env)
    expect(second).toEqual({ code: 0, stdout: '', stderr: 'The database is up to date.\n' })
  })

  test('bootstrap explains itself', async () => {
    for (const args of [[], ['--email', 'ada@example.com'], ['--nonsense']]) {
      const { code, stderr } = await runBinnacle(['bootstrap', ...args], env)
      expect(code).toBe(2)
      expect(stderr).toContain('Usage: binnacle bootstrap --email ada@example.com --name ada')
    }
    const bad = await runBinnacle(['bootstrap', '--email', 'ada@example.com', '--name', '..'], env)
    expect(bad.code).toBe(1)
    expect(bad.stderr).toContain('.. is not a valid name.')
  })

  test('bootstrap makes the first operator and prints the token alone on stdout', async () => {
    const args = ['bootstrap', '--email', 'Ada@example.com', '--name', 'ada']
    const { code, stdout, stderr } = await runBinnacle(args, env)
    expect(code).toBe(0)
    expect(stdout).toMatch(/^bnu_[0-9A-Za-z]{71}\n$/)
    token = stdout.trim()
    expect(stderr).not.toContain(token)
    expect(stderr).toContain('After you set it, run: binnacle sign-in-link --name ada')
    const { rows } = await administer('select name, is_operator, token_count from account', name)
    expect(rows).toEqual([{ name: 'ada', is_operator: true, token_count: 1 }])
    const audit = await administer('select action, actor_id from audit order by id', name)
    expect(audit.rows).toEqual([
      { action: 'account.create', actor_id: 'bootstrap' },
      { action: 'token.create', actor_id: 'bootstrap' },
    ])
  })

  test('there is only one first operator', async () => {
    const args = ['bootstrap', '--email', 'bob@example.com', '--name', 'bob']
    const { code, stdout, stderr } = await runBinnacle(args, env)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('An operator already exists: ada.')
    expect(stderr).toContain('binnacle sign-in-link --name ada')
  })

  test('who began without SECRET_KEY_FILE gets a link to sign in later', async () => {
    const command = ['sign-in-link', '--name']
    const folder = mkdtempSync(join(tmpdir(), 'binnacle-key-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const keyed = { ...env, SECRET_KEY_FILE: join(folder, 'key') }
    writeFileSync(keyed.SECRET_KEY_FILE, randomBytes(32).toString('hex'), { mode: 0o600 })
    running = await serve(keyed)
    const [url = ''] = running.addresses
    const links: string[] = []
    for (const name of ['ada', 'ADA@example.com']) {
      const made = await runBinnacle([...command, name], keyed)
      expect([made.code, made.stdout]).toEqual([
        0,
        expect.stringMatching(/^http\S+\/oauth2\/sign-in-link\/\S+\n$/),
      ])
      expect(made.stderr).toMatch(
        new RegExp(`^Anyone who opens this link can sign in as the operator ${name}\\..*\\n$`),
      )
      links.push(new URL(made.stdout.trim()).pathname)
    }
    const statuses = await Promise.all(
      links.map(async (link) => (await fetch(`${url}${link}`)).status),
    )
    expect(statuses).toEqual([404, 200])
    // Only an emulator has these.
    for (const { method, path } of CONTROLS)
      expect((await fetch(`${url}${path}`, { method })).status, path).toBe(404)
    const signIn = { id: 'gone', name: 'Gone', clientId: 'binnacle' }
    const trusted = JSON.stringify([{ issuer: 'http://127.0.0.1:9', signIn }])
    const strict = { ...keyed, BUNDLED_SIGN_IN: 'false', TRUSTED_ISSUERS: trusted }
    expect((await runBinnacle([...command, 'ada'], strict)).stdout).toContain(
      '/oauth2/sign-in-link/',
    )
    for (const off of [env, { ...keyed, BUNDLED_SIGN_IN: 'false' }]) {
      const refused = await runBinnacle([...command, 'ada'], off)
      expect([refused.code, refused.stdout]).toEqual([1, ''])
      expect(refused.stderr).toContain(
        'Nobody can sign in with these settings. Set SECRET_KEY_FILE',
      )
    }
    const nobody = await runBinnacle([...command, 'nobody'], keyed)
    expect([nobody.code, nobody.stdout]).toEqual([1, ''])
    expect((await runBinnacle(['sign-in-link'], keyed)).code).toBe(2)
    expect(await running.stop()).toBe(0)
  })

  test('serve answers, tells its state and its metrics, and stops when told', async () => {
    running = await serve(env)
    const [url = ''] = running.addresses
    const profile = await fetch(`${url}/v0.1/user`, { headers: { 'X-API-Token': token } })
    expect(await profile.json()).toMatchObject({ name: 'ada', email: 'Ada@example.com' })
    expect(await (await fetch(`${url}/livez`)).json()).toEqual({ status: 'live' })
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' })
    const metrics = await (await fetch(running.metricsUrl)).text()
    expect(metrics).toContain(
      'binnacle_http_request_duration_seconds_count{method="GET",route="/v0.1/user",status="200"} 1',
    )
    expect(metrics).toContain('binnacle_shared_read_batch_keys_count{read="token"} 1')
    expect(metrics).toContain('nodejs_eventloop_lag_seconds')
    expect(metrics).toContain('binnacle_database_up 1')
    for (const [pool, limit] of [
      ['main', 10],
      ['shared-reads', 2],
      ['jobs', 4],
    ]) {
      expect(metrics).toContain(`binnacle_database_connections_limit{pool="${pool}"} ${limit}`)
    }
    expect(metrics).toContain('binnacle_failed_jobs_total{queue="quota.decide"} 0')
    for (const follower of ['matching', 'fan-out', 'reminders']) {
      expect(metrics).toContain(`binnacle_follower_failures_total{follower="${follower}"} 0`)
    }
    expect(metrics).toMatch(/^binnacle_shared_read_wait_seconds_count [1-9]/m)
    expect(metrics).toContain(`node="${process.versions.node}"} 1`)
    expect(new URL(running.metricsUrl).hostname).toBe('127.0.0.1')
    expect(await running.stop()).toBe(0)
    expect(running.readLog()).toContain('"msg":"stopped"')
  })

  test('stopping: readiness goes off first, what arrives meanwhile is served, then it ends', async () => {
    running = await serve({ ...env, DRAIN_SECONDS: '5' })
    const [url = ''] = running.addresses
    const stopped = running.stop()
    const askReady = async () => (await fetch(`${url}/readyz`)).status
    await expect.poll(askReady, { interval: 20, timeout: 5000 }).toBe(503)
    const response = await fetch(`${url}/v0.1/user`, { headers: { 'X-API-Token': token } })
    expect(response.status).toBe(200)
    expect(await stopped).toBe(0)
    await expect(fetch(`${url}/livez`)).rejects.toThrow()
  })

  test('a wrong setting stops the start and is named', async () => {
    const { code, stderr } = await runBinnacle(['serve'], { ...env, PORT: 'x', LOG_LEVEL: 'y' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/Invalid settings:\n {2}PORT: .*\n {2}LOG_LEVEL: /)
  })

  test('serve refuses trusted issuers without the key that all nodes share', async () => {
    const TRUSTED_ISSUERS = JSON.stringify([
      {
        issuer: 'https://login.example',
        managementAudience: 'm',
        accountAudience: 'a',
        clients: { portal: 'p', cli: 'c' },
      },
    ])
    const { code, stderr } = await runBinnacle(['serve'], { ...env, TRUSTED_ISSUERS })
    expect([code, stderr]).toEqual([1, expect.stringContaining('requires SECRET_KEY_FILE')])
  })

  test('a database that cannot be reached is told plainly', async () => {
    const { code, stderr } = await runBinnacle(['serve'], {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing',
    })
    expect(code).toBe(1)
    expect(stderr).toContain('ECONNREFUSED')
  })

  // The three that follow have one server, which the last of them stops.
  const certificate = makeCertificate()
  let secured: Serving | undefined
  const findSecured = async () => (secured ??= await serve({ ...env, ...certificate.settings }))
  afterAll(async () => {
    if (secured?.child.exitCode === null) await secured.stop('SIGKILL')
    certificate.remove()
  })

  test('a port that is taken ends the start at once, and is named', async () => {
    const { addresses } = await findSecured()
    const { port } = new URL(addresses[0] ?? '')
    const { code, stderr } = await runBinnacle(['serve'], {
      ...env,
      PORT: port,
      METRICS_ADDRESS: '127.0.0.1:0',
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Port \d+ of 127\.0\.0\.1 is already in use\. Set PORT .*EADDRINUSE/s)
  })

  test('HTTPS beside HTTP, with a certificate of our own', async () => {
    const ca = readFileSync(certificate.certFile, 'utf8')
    const { addresses } = await findSecured()
    const [http = '', https = ''] = addresses
    expect([http, https].map((url) => new URL(url).protocol)).toEqual(['http:', 'https:'])
    const body = await getOverTls(`${https}/v0.1/user`, ca, token)
    expect(JSON.parse(body)).toMatchObject({ name: 'ada' })
    expect((await fetch(`${http}/livez`)).status).toBe(200)
    const tooLong = await getOverTls(`${https}/v0.1/user`, ca, 'x'.repeat(20_000))
    expect(JSON.parse(tooLong)).toEqual({
      error: { code: 'BadRequest', message: expect.stringContaining('larger than 16 KiB') },
    })
  })

  test('stopping: connections that say nothing do not hold it up, at either door', async () => {
    const server = await findSecured()
    const ports = server.addresses.map((address) => Number(new URL(address).port))
    const [plain = 0, secure = 0] = ports
    const ca = readFileSync(certificate.certFile)
    const unspoken = [createConnection(plain), createConnection(secure)]
    const greeted = connectTls({ port: secure, servername: 'localhost', ca })
    for (const socket of [...unspoken, greeted]) {
      onTestFinished(() => void socket.destroy())
      // Being hung up on is the point.
      socket.on('error', () => undefined)
    }
    await Promise.all([
      ...unspoken.map((socket) => once(socket, 'connect')),
      once(greeted, 'secureConnect'),
    ])
    const startedAt = performance.now()
    expect(await server.stop()).toBe(0)
    expect(performance.now() - startedAt).toBeLessThan(30_000)
  })
})

async function getOverTls(url: string, ca: string, token: string): Promise<string> {
  const sent = request(url, { ca, headers: { 'X-API-Token': token }, agent: false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return text(response)
}
