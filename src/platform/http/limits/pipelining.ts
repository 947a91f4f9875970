import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** No published client sends a second request on a connection before the first is answered. */
const MAX_PIPELINED = 16

/** To Node's parser: what follows is not HTTP, so it is not read. */
const STOP_PARSING = 2

/** The part of Node's parser that hands over a request. Not documented; without it there is no limit. */
type Parser = { onIncoming?: ((request: IncomingMessage, keepsAlive: boolean) => unknown) | null }

const unanswered = new WeakMap<Socket, number>()
const countOf = (socket: Socket) => unanswered.get(socket) ?? 0

/**
 * Ends a connection that sends more requests than it waits for. One packet of 64 KiB holds 3,600 of
 * them, all of which would be read before anything else happens.
 */
export function limitPipelining(server: Server, isSecure = false): void {
  server.on(isSecure ? 'secureConnection' : 'connection', (socket: Socket) => {
    const { parser } = socket as { parser?: Parser }
    const hand = parser?.onIncoming
    if (!parser || !hand) return
    parser.onIncoming = (request, keepsAlive) => {
      if (countOf(socket) < MAX_PIPELINED) return hand(request, keepsAlive)
      socket.destroy()
      return STOP_PARSING
    }
  })
}

/** On the server that sees every request, whichever listener it came through. */
export function countUnanswered(server: Server): void {
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    unanswered.set(socket, countOf(socket) + 1)
    response.once('close', () => unanswered.set(socket, countOf(socket) - 1))
  })
}
