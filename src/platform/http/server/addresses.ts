import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/** How much of a request's first line is kept: an area is known by less. */
const KEPT_CHARACTERS = 2048

/** What has arrived on a connection. */
type Arrival = {
  /** The last request whose headers were complete. */
  request: IncomingMessage | undefined
  /** A request became complete since the last packet. */
  isNew: boolean
  /** The last packet ended within the body of `request`. */
  isInBody: boolean
  /** What has come of the headers of a request that are not complete. */
  head: string
  hasLine: boolean
}

/** The part of Node's parser that says what arrived. Not documented; without it, areas are not told apart. */
type Parser = { getCurrentBuffer?: () => Buffer; constructor: { kOnExecute?: number } } & {
  [key: number]: ((result: unknown) => void) | undefined
}

const arrivals = new WeakMap<Socket, Arrival>()

/**
 * Remembers per connection which address is being asked for: when the parser gives up, it hands over
 * the last packet, which need not be the one with the address, and none at all after a timeout.
 */
export function rememberAddresses(server: Server, isSecure = false): void {
  server.on(isSecure ? 'secureConnection' : 'connection', watch)
  const note = (request: IncomingMessage) => {
    const arrival = arrivals.get(request.socket)
    if (!arrival) return
    arrival.request = request
    arrival.isNew = true
  }
  server.prependListener('request', note)
  server.prependListener('checkExpectation', note)
}

function watch(socket: Socket): void {
  const arrival = { request: undefined, isNew: false, isInBody: false, head: '', hasLine: false }
  arrivals.set(socket, arrival)
  const { parser } = socket as { parser?: Parser }
  const key = parser?.constructor.kOnExecute
  const go = key === undefined ? undefined : parser?.[key]
  if (!parser?.getCurrentBuffer || key === undefined || !go) return
  parser[key] = (result) => {
    takePacket(arrival, parser)
    go(result)
  }
}

/** Called after each packet. Of one that completes a request, what follows the request is kept. */
function takePacket(arrival: Arrival, parser: Parser): void {
  const wasInBody = arrival.isInBody
  const { request } = arrival
  arrival.isInBody = request?.complete === false
  const packet = parser.getCurrentBuffer?.()
  if (arrival.isNew || wasInBody) {
    arrival.isNew = false
    const isOver = packet && request && !arrival.isInBody
    arrival.head = isOver ? headAfter(request, packet) : ''
    arrival.hasLine = arrival.head.includes('\n')
    return
  }
  if (!packet || arrival.hasLine) return
  arrival.hasLine = packet.includes('\n')
  const room = KEPT_CHARACTERS - arrival.head.length
  if (room > 0) arrival.head += packet.toString('latin1', 0, room)
}

const HEADERS_END = '\r\n\r\n'
const LONGEST_METHOD = 16

/** What has come of the next request behind one that is complete: nearly always nothing. */
function headAfter({ headers }: IncomingMessage, packet: Buffer): string {
  const end = packet.lastIndexOf(HEADERS_END)
  const rest = end === -1 ? packet : packet.subarray(end + HEADERS_END.length)
  if (rest.length === 0) return ''
  const length = headers['content-length']
  if (length === undefined || length === '0') return rest.toString('latin1', 0, KEPT_CHARACTERS)
  // How much of the rest is body is not known here, so the next first line is looked for.
  const version = rest.lastIndexOf(' HTTP/1.')
  const address = version < 1 ? -1 : rest.lastIndexOf(' ', version - 1)
  const method = rest.toString(
    'latin1',
    Math.max(address - LONGEST_METHOD, 0),
    Math.max(address, 0),
  )
  const start = address - (/[A-Z]*$/.exec(method)?.[0].length ?? 0)
  return address === -1 ? '' : rest.toString('latin1', start, start + KEPT_CHARACTERS)
}

const REQUEST_LINE = /^\s*[A-Z]+ (\S+)/

/** The address that was being asked for when the parser gave up, and whether all of it had come. */
export function findAddress(socket: Socket, packet: unknown): { url: string; isComplete: boolean } {
  const arrival = arrivals.get(socket)
  const start = Buffer.isBuffer(packet) ? packet.toString('latin1', 0, KEPT_CHARACTERS) : ''
  const head = arrival?.head || start
  const url = REQUEST_LINE.exec(head)?.[1] ?? REQUEST_LINE.exec(start)?.[1]
  return {
    url: url ?? arrival?.request?.url ?? '',
    isComplete: arrival?.hasLine ?? true,
  }
}
