import { request } from 'node:http'
import { expect, test } from 'vitest'
import { CONTROL_KEY, useEmulator } from '../../test/support/server/emulator.ts'
import { useServer } from '../../test/support/server/server.ts'

const { database, server, call } = useEmulator({ PUBLIC_URL: 'https://emulator.example' })
const ordinary = useServer({ databaseUrl: database.url })

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

test('a server that is no emulator has none of it', async () => {
  for (const path of ['/emulator/v1/clock', '/emulator/v1', '/emulator']) {
    const response = await fetch(`${ordinary.url}${path}`, { headers: key })
    expect([path, response.status]).toEqual([path, 404])
  }
})
