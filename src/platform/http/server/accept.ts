import { type AddressInfo, createServer, type Server } from 'node:net'

/** Connections that wait to be accepted. Beyond it they are dropped, and a client tries again only after a second. */
const BACKLOG = 4096

/**
 * Node accepts one connection per listening socket in each turn of the event loop. On a busy node a
 * turn takes 10 ms, so one socket would accept 100 connections a second while others wait.
 */
const LISTENING_SOCKETS = 128

/** Elsewhere a port cannot be shared, and one socket has to do. */
const CAN_SHARE_PORT = process.platform === 'linux'

/** As an HTTP server of Node sets them for the connections that it accepts itself. */
const SOCKET_OPTIONS = { allowHalfOpen: true, noDelay: true }

export type Where = Readonly<{ host: string; port: number }>

export const toListenOptions = (where: Where) => ({
  ...where,
  backlog: BACKLOG,
  reusePort: CAN_SHARE_PORT,
})

/** Fails as listening would: sockets that share a port do not notice that another process has it. */
export async function assertFree(where: Where): Promise<void> {
  if (!CAN_SHARE_PORT || where.port === 0) return
  const server = createServer()
  await listening(server, where)
  await new Promise((resolve) => server.close(resolve))
}

/** Opens the other sockets at the address where `server` listens and hands it what they accept. */
export async function openSiblings(server: Server): Promise<Server[]> {
  if (!CAN_SHARE_PORT) return []
  const { address: host, port } = server.address() as AddressInfo
  const siblings = Array.from({ length: LISTENING_SOCKETS - 1 }, () =>
    createServer(SOCKET_OPTIONS, (socket) => void server.emit('connection', socket)),
  )
  await Promise.all(siblings.map((sibling) => listening(sibling, toListenOptions({ host, port }))))
  return siblings
}

/** `where` may be a socket that listens already. */
export function listening(server: Server, where: Where | Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, resolve)
  })
}
