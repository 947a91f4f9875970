import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'

export type BoundPort = Disposable & Readonly<{ port: number; socket: Server }>

/**
 * Listens at once, because the settings of the server name its ports. The server takes the socket over; until
 * then a connection is closed, so that nobody waits for an answer that does not come.
 */
export async function bindPort(requested: number, host: string): Promise<BoundPort> {
  const socket = createServer((connection) => connection.destroy()).listen(requested, host)
  try {
    await once(socket, 'listening')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause
    throw new Error(
      `Port ${requested} is already in use. Choose another port with --port and --tls-port; 0 picks a free port.`,
      {
        cause,
      },
    )
  }
  const { port } = socket.address() as AddressInfo
  return { port, socket, [Symbol.dispose]: () => void socket.close() }
}
