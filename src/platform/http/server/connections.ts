import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** No published client sends a second request on a connection before the first is answered. */
const MOST_UNANSWERED = 16

type Connection = { unanswered: number; request: IncomingMessage; response: ServerResponse }

const connections = new WeakMap<Socket, Connection>()

/** Ends a connection that sends more requests than it waits for: a packet of 64 KiB can hold 3,600. */
export function limitUnanswered(handle: RequestListener): RequestListener {
  return (request, response) => {
    const { socket } = request
    // Node still hands over what is left of the packet.
    if (socket.destroyed) return
    const connection = connections.get(socket) ?? { unanswered: 0, request, response }
    if (connection.unanswered === MOST_UNANSWERED) {
      socket.destroy()
      return
    }
    connections.set(socket, connection)
    Object.assign(connection, { request, response })
    connection.unanswered++
    response.once('close', () => {
      connection.unanswered--
    })
    handle(request, response)
  }
}

/** The request whose body was arriving when the parser gave up. */
export function findUnfinished(socket: Socket): IncomingMessage | undefined {
  const request = connections.get(socket)?.request
  return request?.complete === false ? request : undefined
}

/** Whether an answer now would overtake one that is owed, or be a second one to the same request. */
export function mayAnswer(socket: Socket): boolean {
  const connection = connections.get(socket)
  if (!connection) return true
  if (findUnfinished(socket)) return connection.unanswered === 1 && !connection.response.headersSent
  return connection.unanswered === 0
}

/** The end of one: the body of an earlier request can stand before it. */
const REQUEST_LINE = / (\S+) HTTP\/1\.\d\r?$/gm

/** The address in the last request line of a packet. */
export function findAddress(packet: unknown): string | undefined {
  if (!Buffer.isBuffer(packet)) return undefined
  return [...packet.toString('latin1').matchAll(REQUEST_LINE)].at(-1)?.[1]
}
