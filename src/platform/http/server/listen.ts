import type { Server } from 'node:http'
import { createServer, Server as SecureServer } from 'node:https'
import type { AddressInfo, Server as NetServer, Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { nameSettings } from '../../settings/listen-error.ts'
import type { ServerSettings } from '../../settings/server.ts'
import type { UnroutedErrors } from '../errors/unrouted-errors.ts'
import { PARSER_HEADER_LIMIT } from '../limits/header-size.ts'
import { assertFree, listening, openSiblings, toListenOptions, type Where } from './accept.ts'
import { type OnCertificate, readCertificate, reloadCertificate } from './certificate.ts'
import { closeSlowReaders } from './slow-readers.ts'

const LONGEST_CHECK_INTERVAL_MS = 30_000
const KEEP_ALIVE_MS = 72_000

type TimeLimits = Readonly<{ requestTimeoutMs: number; responseTimeoutMs: number }>

/** What both listeners take: the one the framework opens, and the one for HTTPS. */
export const toServerOptions = ({ requestTimeoutMs }: Pick<TimeLimits, 'requestTimeoutMs'>) => ({
  // A request that trickles in for longer than this is a mistake or an attack.
  requestTimeout: requestTimeoutMs,
  connectionsCheckingInterval: Math.min(LONGEST_CHECK_INTERVAL_MS, requestTimeoutMs / 2),
  // Longer than a load balancer keeps a connection, so that it never sends on one we just closed.
  keepAliveTimeout: KEEP_ALIVE_MS,
  maxHeaderSize: PARSER_HEADER_LIMIT,
})

/** What a connection may still take once the server closes; a silent one would hold it up for ever. */
const CLOSE_GRACE_MS = 2000

/** Sockets that listen already, for a caller whose settings name the ports that they got. */
export type BoundSockets = Readonly<{ plain: NetServer | undefined; secure: NetServer }>

type Listening = Readonly<{ bound?: BoundSockets | undefined; onCertificate: OnCertificate }>

/** Listens for HTTP and, when a certificate is configured, for HTTPS: one router, two servers. */
export async function listen(
  app: FastifyInstance,
  config: ServerSettings & TimeLimits,
  errors: UnroutedErrors,
  { bound, onCertificate }: Listening,
): Promise<string[]> {
  const { host, port, tls } = config
  // Fastify itself holds one server; the second one feeds the same router and closes with it.
  const secure =
    tls && openSecure(app, { ...config, tls }, errors.onUnreadableRequest, onCertificate)
  const servers = secure ? [app.server, secure] : [app.server]
  for (const server of servers) {
    // An expectation we do not know is no reason for an answer without a body.
    server.on('checkExpectation', (...request) => app.server.emit('request', ...request))
    server.on('connect', errors.refuseTunnel)
    closeSlowReaders(server, config.responseTimeoutMs)
    hangUpAfterGrace(app, server)
  }
  const siblings: NetServer[] = []
  // Hooks run one after another: this one waits for connections that those before it end.
  app.addHook('preClose', () => close(servers, siblings))
  await app.ready()
  const addresses: string[] = []
  if (bound?.plain) addresses.push(await open(app.server, siblings, bound.plain))
  else if (port !== undefined) {
    const where = { host, port }
    const onFailure = nameSettings({ host: 'HOST', port: 'PORT' }, where)
    addresses.push(await openFramework(app, siblings, where).catch(onFailure))
  }
  if (!secure) return addresses
  const where = { host, port: tls.port }
  const onFailure = nameSettings({ host: 'HOST', port: 'TLS_PORT' }, where)
  const address = await open(secure, siblings, bound?.secure ?? where).catch(onFailure)
  return [...addresses, address]
}

function openSecure(
  app: FastifyInstance,
  config: Pick<TimeLimits, 'requestTimeoutMs'> & { tls: NonNullable<ServerSettings['tls']> },
  onUnreadableRequest: UnroutedErrors['onUnreadableRequest'],
  onCertificate: OnCertificate,
): SecureServer {
  const { tls } = config
  const secure = createServer(
    { ...readCertificate(tls), ...toServerOptions(config) },
    (...request) => app.server.emit('request', ...request),
  )
  reloadCertificate(secure, tls, { log: app.log, onCertificate })
  secure.on('clientError', onUnreadableRequest)
  return secure
}

async function openFramework(app: FastifyInstance, siblings: NetServer[], where: Where) {
  await assertFree(where)
  const address = await app.listen(toListenOptions(where))
  siblings.push(...(await openSiblings(app.server)))
  return address
}

function hangUpAfterGrace(app: FastifyInstance, server: Server): void {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
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

async function open(server: Server, siblings: NetServer[], where: Where | NetServer) {
  const isBound = !('port' in where)
  if (!isBound) await assertFree(where)
  await listening(server, isBound ? where : toListenOptions(where))
  if (!isBound) siblings.push(...(await openSiblings(server)))
  const { address, family, port } = server.address() as AddressInfo
  const protocol = server instanceof SecureServer ? 'https' : 'http'
  return `${protocol}://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}

async function close(servers: readonly Server[], siblings: readonly NetServer[]): Promise<void> {
  const closed = [...servers, ...siblings].map(
    (server) => new Promise<void>((resolve) => void server.close(() => resolve())),
  )
  for (const server of servers) server.closeIdleConnections()
  await Promise.all(closed)
}
