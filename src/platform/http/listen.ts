import { readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { createServer, Server as SecureServer } from 'node:https'
import type { AddressInfo, Server as NetServer, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { rememberAddresses } from './addresses.ts'
import { PARSER_HEADER_LIMIT } from './header-size.ts'
import type { StrayErrors } from './stray-errors.ts'

const LONGEST_CHECK_INTERVAL_MS = 30_000

/** What both listeners take: the one the framework opens, and the one for HTTPS. */
export const toServerOptions = ({ requestTimeoutMs }: Config) => ({
  // A request that trickles in for longer than this is a mistake or an attack.
  requestTimeout: requestTimeoutMs,
  connectionsCheckingInterval: Math.min(LONGEST_CHECK_INTERVAL_MS, requestTimeoutMs / 2),
  maxHeaderSize: PARSER_HEADER_LIMIT,
  // A missing Host is no reason for an answer without a body; we never look at it.
  requireHostHeader: false,
})

/** What a connection may still take once the server closes; a silent one would hold it up for ever. */
const CLOSE_GRACE_MS = 2000

/** Sockets that listen already, for a caller whose settings name the ports that they got. */
export type BoundSockets = Readonly<{ plain: NetServer | undefined; secure: NetServer }>

/** Connections that wait to be accepted. Beyond it they are dropped, and a client tries again only after a second. */
const BACKLOG = 4096

/** Listens for HTTP and, when a certificate is configured, for HTTPS: one server, two doors. */
export async function listen(
  app: FastifyInstance,
  config: Config,
  onUnreadableRequest: StrayErrors['onUnreadableRequest'],
  bound?: BoundSockets,
): Promise<string[]> {
  const { host, port, tls } = config
  const doors: Server[] = [app.server]
  if (tls) {
    // Fastify itself holds one server; this one feeds the same router and closes with it.
    const secure = createServer(
      {
        cert: readFileSync(tls.certFile),
        key: readFileSync(tls.keyFile),
        ...toServerOptions(config),
        keepAliveTimeout: app.server.keepAliveTimeout,
      },
      (request, response) => app.routing(request, response),
    )
    secure.on('clientError', onUnreadableRequest)
    rememberAddresses(secure, true)
    doors.push(secure)
  }
  for (const door of doors) {
    // An expectation we do not know is no reason for an answer without a body.
    door.on('checkExpectation', (request, response) => app.routing(request, response))
    hangUpAfterGrace(app, door)
  }
  // Hooks run one after another: these wait for connections that those before them end. Fastify closes
  // what it opened itself, and cannot be handed a socket that listens already.
  for (const door of bound ? doors : doors.slice(1)) app.addHook('preClose', () => close(door))
  await app.ready()
  const secureAddresses = await Promise.all(
    doors.slice(1).map((door) => open(door, bound?.secure ?? { host, port: tls?.port })),
  )
  if (port === undefined) return secureAddresses
  const address = bound?.plain
    ? await open(app.server, bound.plain)
    : await app.listen({ host, port, backlog: BACKLOG })
  return [address, ...secureAddresses]
}

type Where = Readonly<{ host: string; port: number | undefined }>

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

function open(door: Server, where: Where | NetServer): Promise<string> {
  const protocol = door instanceof SecureServer ? 'https' : 'http'
  return new Promise((resolve, reject) => {
    door.once('error', reject)
    door.listen('port' in where ? { ...where, backlog: BACKLOG } : where, () => {
      const { address, family, port: actual } = door.address() as AddressInfo
      resolve(`${protocol}://${family === 'IPv6' ? `[${address}]` : address}:${actual}`)
    })
  })
}

function close(door: Server): Promise<void> {
  return new Promise((resolve) => {
    door.close(() => resolve())
    door.closeIdleConnections()
  })
}
