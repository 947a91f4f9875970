import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { finish, useShell, waitFor } from './shell.ts'

type Answer = Readonly<{ status?: number; body?: unknown; after?: Promise<unknown> }>

/** What each path answers. A server that does this is not to be had from a real one. */
let answers: Record<string, Answer | undefined> = {}
let asked: string[] = []
let report: (path: string) => void = () => undefined

const server = createServer(async (request, response) => {
  const path = request.url ?? ''
  asked.push(path)
  report(path)
  const { status = 200, body, after } = answers[path] ?? { status: 404 }
  await after
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body ?? {}))
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
afterAll(() => void server.close())

const shell = useShell()
const DISCOVERY = '/oauth2/.well-known/openid-configuration'
const issuer = `${url}/oauth2`
const FRESH = { access_token: 'a', refresh_token: 'second', token_type: 'bearer', expires_in: 3600 }

/** Somebody who signed in an hour ago. */
beforeEach(() => {
  const installation = { server: url, baseUrl: url, managementUrl: url, vendor: 'Microsoft' }
  const secrets = { refreshToken: 'first' }
  const profile = { ...installation, user: 'ada', keeps: 'file', secrets }
  mkdirSync(dirname(shell.profileFile), { recursive: true, mode: 0o700 })
  const kept = { current: 'default', profiles: { default: profile } }
  writeFileSync(shell.profileFile, JSON.stringify(kept), { mode: 0o600 })
  asked = []
  report = () => undefined
  answers = {
    [DISCOVERY]: { body: { issuer, token_endpoint: `${issuer}/token` } },
    '/oauth2/token': { body: FRESH },
  }
})

const READ_QUOTA =
  '/subscriptions/s/providers/Microsoft.Capacity/resourceProviders/P/locations/l/serviceLimitsRequests/r?api-version=2020-10-25'
const WATCH = 'quota watch r --subscription s --provider P --location l'.split(' ')

const readRefreshToken = () =>
  JSON.parse(readFileSync(shell.profileFile, 'utf8')).profiles.default.secrets.refreshToken

describe('while a refresh token is exchanged', () => {
  test.each(['SIGTERM', 'SIGHUP'] as const)(
    '%s waits until the new one is kept',
    async (signal) => {
      let release = () => {}
      const after = new Promise<void>((resolve) => {
        release = resolve
      })
      answers['/oauth2/token'] = { body: FRESH, after }
      const isAsked = new Promise<void>((resolve) => {
        report = (path) => path === '/oauth2/token' && resolve()
      })
      const child = shell.start(['whoami'])
      const finished = finish(child)
      await isAsked
      child.kill(signal)
      setTimeout(release, 300)
      await finished
      expect(child.signalCode).toBe(signal)
      expect(readRefreshToken()).toBe('second')
      expect(readdirSync(dirname(shell.profileFile))).toEqual(['profiles.json'])
      expect(asked).toEqual([DISCOVERY, '/oauth2/token'])
    },
  )
})

describe('a server that cannot sign in at the moment', () => {
  test.each([
    [DISCOVERY, 500],
    [DISCOVERY, 503],
    ['/oauth2/token', 408],
    ['/oauth2/token', 429],
    ['/oauth2/token', 502],
  ])('5: %s answers %s, and the sign-in is kept', async (path, status) => {
    answers[path] = { status }
    const { code, stdout, stderr } = await shell.run(['whoami'])
    expect([code, stdout]).toEqual([5, ''])
    expect(stderr).toBe(
      `The server could not renew your session (${status}).\nYou are still signed in; try again later.\nCode: HTTP ${status}\n`,
    )
    expect(readRefreshToken()).toBe('first')
  })

  test('5: a refusal that only says that it is busy', async () => {
    answers['/oauth2/token'] = { status: 503, body: { error: 'temporarily_unavailable' } }
    expect((await shell.run(['whoami'])).code).toBe(5)
  })

  test('watch goes on', async () => {
    answers['/oauth2/token'] = { status: 503 }
    const properties = { provisioningState: 'Succeeded', value: [], message: 'Granted.' }
    answers[READ_QUOTA] = { body: { name: 'r', properties } }
    const child = shell.start([...WATCH, '--interval', '1'])
    const finished = finish(child)
    await waitFor(child.stderr, 'Retrying.')
    answers['/oauth2/token'] = { body: FRESH }
    expect((await finished).code).toBe(0)
  })
})

test('0: watch asks again at intervals', async () => {
  const inState = (provisioningState: string) => ({
    body: { name: 'r', properties: { provisioningState, value: [], message: '' } },
  })
  answers[READ_QUOTA] = inState('InProgress')
  report = (path) => {
    const looks = asked.filter((one) => one === READ_QUOTA).length
    if (path === READ_QUOTA && looks === 2) answers[READ_QUOTA] = inState('Succeeded')
  }
  expect((await shell.run([...WATCH, '--interval', '1'])).code).toBe(0)
  expect(asked.filter((path) => path === READ_QUOTA)).toHaveLength(2)
})

test.each(['0', '3000000'])(
  '2: watch with a pause of %s seconds, before it asks',
  async (pause) => {
    const { code, stderr } = await shell.run([...WATCH, '--interval', pause])
    expect([code, stderr]).toEqual([2, expect.stringContaining('between 1 second and 1 day')])
    expect(asked).toEqual([])
  },
)

describe('BINNACLE_URL without BINNACLE_TOKEN', () => {
  const env = { BINNACLE_URL: 'https://other.example' }

  test('2: another server than that of the profile, and neither is asked', async () => {
    const { code, stderr } = await shell.run(['whoami'], { env })
    expect([code, stderr]).toEqual([2, expect.stringContaining('BINNACLE_URL is https://other')])
    expect(asked).toEqual([])
  })

  test('is no matter if it is the same server, or the profile was named', async () => {
    answers['/v0.1/user'] = { body: { name: 'ada' } }
    const same = await shell.run(['whoami'], { env: { BINNACLE_URL: `${url}/` } })
    expect([same.code, same.stderr]).toEqual([0, ''])
    expect((await shell.run(['whoami', '--profile', 'default'], { env })).code).toBe(0)
  })
})

describe('addresses that a server names', () => {
  const ACCOUNTS = '/openapi/app-management.json'
  const QUOTA = '/openapi/quota.json'

  test.each([ACCOUNTS, QUOTA])('1: plain http elsewhere, in %s', async (path) => {
    answers[ACCOUNTS] = { body: { servers: [{ url }] } }
    answers[QUOTA] = { body: { servers: [{ url }] } }
    answers[path] = { body: { servers: [{ url: 'http://binnacle.example' }] } }
    const login = ['login', '--with-token', '--profile', 'new', '--server', url]
    const { code, stderr } = await shell.run(login, { input: 'bnu_token' })
    expect([code, stderr]).toEqual([1, expect.stringContaining('Code: UnsafeAddress')])
    expect(asked.toSorted()).toEqual([ACCOUNTS, QUOTA])
  })
})

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])('130: %s at a question does nothing and says nothing', async (_name, key) => {
  const line = 'binnacle apps delete ada/tides'
  const { code, screen } = await shell.onTerminal(line, [['to confirm: ', key]])
  expect(code).toBe(130)
  expect(screen).toMatch(/to confirm: .{0,30}\n$/)
  expect(asked).toEqual([])
})

describe('a profile that was named is named again where signing in would help', () => {
  test.each([
    ['old', 'old'],
    ["ada's", "'ada'\\''s'"],
  ])('nobody is signed in with %s', async (name, written) => {
    const { code, stderr } = await shell.run(['whoami', '--profile', name])
    expect([code, stderr]).toEqual([
      3,
      expect.stringContaining(`Run: binnacle login --profile ${written}\n`),
    ])
  })

  test('the sign-in has ended', async () => {
    answers['/oauth2/token'] = { status: 400, body: { error: 'invalid_grant' } }
    const { code, stderr } = await shell.run(['--profile', 'default', 'whoami'])
    expect(code).toBe(3)
    expect(stderr).toContain('Run: binnacle login --profile default\nCode: invalid_grant\n')
    const unnamed = await shell.run(['whoami'])
    expect(unnamed.stderr).toContain('Run: binnacle login\nCode: invalid_grant\n')
  })
})
