import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { PARSER_HEADER_LIMIT } from './header-size.ts'
import type { StrayErrors } from './stray-errors.ts'

/** What both doors take: the one the framework opens, and the one for HTTPS. */
export const DOOR_OPTIONS = {
  // A request that trickles in for longer than this is a mistake or an attack.
  requestTimeout: 60_000,
  maxHeaderSize: PARSER_HEADER_LIMIT,
  // A missing Host is no reason for an answer without a body; we never look at it.
  requireHostHeader: false,
} as const

/** What a connection may still take once the server closes; a silent one would hold it up for ever. */
const CLOSE_GRACE_MS = 2000

/** Listens for HTTP and, when a certificate is configured, for HTTPS: one server, two doors. */
export async function listen(
  app: FastifyInstance,
  { host, port, tls }: Config,
  onUnreadableRequest: StrayErrors['onUnreadableRequest'],
): Promise<string[]> {
  const doors: Server[] = [app.server]
  if (tls) {
    // Fastify itself holds one server; this one feeds the same router and closes with it.
    const secure = createServer(
      {
        cert: readFileSync(tls.certFile),
        key: readFileSync(tls.keyFile),
        ...DOOR_OPTIONS,
        keepAliveTimeout: app.server.keepAliveTimeout,
      },
      (request, response) => app.routing(request, response),
    )
    secure.on('clientError', onUnreadableRequest)
    doors.push(secure)
  }
  for (const door of doors) {
    // An expectation we do not know is no reason for an answer without a body.
    door.on('checkExpectation', (request, response) => app.routing(request, response))
    hangUpAfterGrace(app, door)
  }
  // Hooks run one after another: this one waits for connections that those before it end.
  for (const secure of doors.slice(1)) app.addHook('preClose', () => close(secure))
  await app.ready()
  const secureAddresses = await Promise.all(
    doors.slice(1).map((door) => open(door, host, tls?.port)),
  )
  return [await app.listen({ host, port }), ...secureAddresses]
}

function hangUpAfterGrace(app: FastifyInstance, door: Server): void {
  const sockets = new Set<Socket>()
  door.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  app.addHook('preClose', async () => {
    const hangUp = () => {
      for (const socket of sockets) socket.destroy()
    }
    setTimeout(hangUp, CLOSE_GRACE_MS).unref()
  })
}

function open(door: Server, host: string, port: number | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    door.once('error', reject)
    door.listen(port, host, () => {
      const { address, family, port: actual } = door.address() as AddressInfo
      resolve(`https://${family === 'IPv6' ? `[${address}]` : address}:${actual}`)
    })
  })
}

function close(door: Server): Promise<void> {
  return new Promise((resolve) => {
    door.close(() => resolve())
    door.closeIdleConnections()
  })
}
