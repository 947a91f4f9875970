import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isProbe } from './health.ts'

test.each([
  ['/livez', true],
  ['/readyz', true],
  ['/readyz?from=balancer', false],
  ['/livez/', false],
  ['/v0.1/user', false],
])('whether %s need not wait: %s', async (path, expected) => {
  const server = createServer((request, response) => response.end(String(isProbe(request))))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const [response] = await once(get({ port, host: '127.0.0.1', path, agent: false }), 'response')
  expect((await response.toArray()).join('')).toBe(String(expected))
})
