import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { CONTROLS } from '../../test/support/http/controls.ts'
import { CONTROL_KEY, useEmulator } from '../../test/support/server/emulator.ts'

const { server, call } = useEmulator({
  PUBLIC_URL: 'https://emulator.example',
  TRUST_PROXY: '127.0.0.1',
})
const key = { 'x-binnacle-control-key': CONTROL_KEY }

/** `fetch` does not let anybody choose the host. */
const statusFor = (host: string, more: Record<string, string> = {}) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = new URL(server.url)
    const headers = { ...key, ...more, host }
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
  expect(await statusFor('[::1]:3000')).toBe(200)
  expect(await statusFor('EMULATOR.example:443')).toBe(200)
  expect(await statusFor('rebound.example')).toBe(403)
  expect(await statusFor('rebound.example', { 'x-forwarded-host': 'localhost' })).toBe(403)
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

test('the document of the controls lists them all', async () => {
  const inDocument = new Set(CONTROLS.map(({ path }) => path.split('/')[3]))
  const folders = readdirSync('src/emulator', { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  )
  expect([...inDocument].sort()).toEqual([...folders.map(({ name }) => name), 'reset'].sort())
  for (const { method, path } of CONTROLS) {
    const response = await fetch(`${server.url}${path}`, { method })
    expect([method, path, response.status]).toEqual([method, path, 401])
  }
})
