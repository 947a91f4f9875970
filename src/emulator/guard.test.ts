import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { CONTROL_KEY, useEmulator } from '../../test/support/server/emulator.ts'
import { useServer } from '../../test/support/server/server.ts'

const { database, server, call } = useEmulator({ PUBLIC_URL: 'https://emulator.example' })
/** Servers that are no emulator, with settings that change what is served. */
const SETTINGS = {
  'no settings': {},
  'the settings of an emulator': {
    COMPATIBLE_CLIENTS: 'true',
    RATE_LIMITS: 'false',
    EVENT_CACHE_MIB: '0',
    QUOTA_RETRY_AFTER_SECONDS: '1',
    BINNACLE_CONTROL_KEY: CONTROL_KEY,
    NODE_ENV: 'development',
  },
  'a public URL': { PUBLIC_URL: 'https://binnacle.example' },
  'a portal elsewhere': { PORTAL_URL: 'https://portal.example/emulator' },
}
const ordinary = Object.entries(SETTINGS).map(
  ([name, env]) => [name, useServer({ databaseUrl: database.url, env })] as const,
)

const key = { 'x-binnacle-control-key': CONTROL_KEY }

/** `fetch` does not let anybody choose the host. */
const statusFor = (host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = new URL(server.url)
    const headers = { ...key, host }
    const options = { host: '127.0.0.1', port, path: '/emulator/v1/clock', headers }
    request(options, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end()
  })

test.each([
  {},
  { 'x-binnacle-control-key': 'guessed' },
  { authorization: `Bearer ${CONTROL_KEY}` },
])('without the key: 401', async (headers) => {
  const { status, body } = await call(undefined, 'GET', '/emulator/v1/clock', undefined, headers)
  expect([status, body.error.code]).toEqual([401, 'ControlKeyRequired'])
})

test('an address that is no control: 404, with the key or without', async () => {
  for (const headers of [{}, key]) {
    const { status } = await call(undefined, 'GET', '/emulator/v1/none', undefined, headers)
    expect(status).toBe(404)
  }
})

test('the host must be the emulator itself or this machine', async () => {
  expect(await statusFor('emulator.example')).toBe(200)
  expect(await statusFor('localhost:3000')).toBe(200)
  expect(await statusFor('a.localhost:3000')).toBe(200)
  expect(await statusFor('notlocalhost:3000')).toBe(403)
  expect(await statusFor('rebound.example')).toBe(403)
})

test('no page in a browser may call it, not even one that may call everything else', async () => {
  const origin = { origin: 'https://emulator.example' }
  const get = await call(undefined, 'GET', '/emulator/v1/clock', undefined, { ...key, ...origin })
  expect(get.headers.get('access-control-allow-origin')).toBeNull()
  const area = await call(undefined, 'GET', '/v0.1/user', undefined, origin)
  expect(area.headers.get('access-control-allow-origin')).toBe(origin.origin)
  const preflight = await fetch(`${server.url}/emulator/v1/clock`, {
    method: 'OPTIONS',
    headers: { ...origin, 'access-control-request-method': 'PUT' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull()
})

type Document = Readonly<{ paths: Readonly<Record<string, object>> }>
const { paths } = JSON.parse(readFileSync('openapi/emulator.json', 'utf8')) as Document
const controls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => [method.toUpperCase(), path.replaceAll(/[{}]/g, '')]),
)

test('the document of the controls lists them all', async () => {
  const inDocument = new Set(controls.map(([, path = '']) => path.split('/')[3]))
  const folders = readdirSync('src/emulator', { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  expect([...inDocument].sort()).toEqual([...folders.map(({ name }) => name), 'reset'].sort())
  for (const [method, path] of controls) {
    const response = await fetch(`${server.url}${path}`, { method: method ?? '' })
    expect([method, path, response.status]).toEqual([method, path, 401])
  }
})

test.each(ordinary)('a server that is no emulator has no control: %s', async (_name, { url }) => {
  const bodies = { 'content-type': 'application/json' }
  for (const [method = '', path] of [...controls, ['GET', '/emulator/v1'], ['GET', '/emulator']]) {
    for (const host of ['127.0.0.1', 'localhost']) {
      const response = await fetch(`${url.replace('127.0.0.1', host)}${path}`, {
        method,
        headers: { ...key, ...(method !== 'GET' && bodies) },
        ...(method !== 'GET' && { body: '{}' }),
      })
      expect([method, path, response.status]).toEqual([method, path, 404])
    }
  }
})
