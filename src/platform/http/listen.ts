import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { StrayErrors } from './stray-errors.ts'

/** A request that trickles in for longer than this is a mistake or an attack. */
export const REQUEST_TIMEOUT_MS = 60_000

/** Listens for HTTP and, when a certificate is configured, for HTTPS: one server, two doors. */
export async function listen(
  app: FastifyInstance,
  { host, port, tls }: Config,
  onUnreadableRequest: StrayErrors['onUnreadableRequest'],
): Promise<string[]> {
  const addresses: string[] = []
  if (tls) {
    // Fastify itself holds one server; this one feeds the same router and closes with it.
    const secure = createServer(
      {
        cert: readFileSync(tls.certFile),
        key: readFileSync(tls.keyFile),
        requestTimeout: REQUEST_TIMEOUT_MS,
      },
      (request, response) => app.routing(request, response),
    )
    secure.on('clientError', onUnreadableRequest)
    app.addHook('preClose', () => close(secure))
    await app.ready()
    addresses.push(await open(secure, host, tls.port))
  }
  addresses.unshift(await app.listen({ host, port }))
  return addresses
}

function open(server: Server, host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const { address, family, port: actual } = server.address() as AddressInfo
      resolve(`https://${family === 'IPv6' ? `[${address}]` : address}:${actual}`)
    })
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}
