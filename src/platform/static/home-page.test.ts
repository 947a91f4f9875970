import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { findHome } from './home-page.ts'

const asked = (address: string) => {
  const { protocol, hostname, port, pathname } = new URL(address)
  const scheme = protocol.slice(0, -1)
  return {
    protocol: scheme,
    hostname,
    port: Number(port),
    raw: { url: pathname },
  } as FastifyRequest
}

test.each([
  ['http://localhost:3000/apps', 'https://localhost:3443', 'https://localhost:3443/apps'],
  ['http://127.0.0.1:3000/apps', 'https://localhost:3443', 'https://localhost:3443/apps'],
  ['http://127.0.0.1:3000/apps', 'http://localhost:3000', 'http://localhost:3000/apps'],
  ['http://localhost:3000/apps', 'http://localhost:3000', undefined],
  // A tunnel to a server that knows another port.
  ['http://localhost:8080/apps', 'http://localhost:3000', undefined],
  // Nothing that people elsewhere reach is sent to their own machine, or from it.
  ['http://binnacle.example:3000/apps', 'http://localhost:3000', undefined],
  ['http://localhost:3000/apps', 'https://binnacle.example', undefined],
])('%s with the home %s leads to %s', (address, home, expected) => {
  expect(findHome(asked(address), home)).toBe(expected)
})
