import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import type { ServerSettings } from '../../settings/server.ts'
import { findRefusal, shortenPath } from '../limits/url-size.ts'
import { identify, makeRequestId } from '../request-id.ts'
import { findAddress, findUnfinished, mayAnswer } from '../server/connections.ts'
import { findPlainFault } from '../server/transport.ts'
import { answerFailure, describe, type ErrorBody, type Failure, handleErrors } from './errors.ts'

/**
 * Errors that happen outside every route: they never reach an area's handler, so the path alone
 * says whose error body they get. `last` speaks where no area does.
 */
export type UnroutedErrors = ReturnType<typeof unroutedErrors>

export function unroutedErrors(
  bodies: readonly ErrorBody[],
  last: ErrorBody,
  log: FastifyBaseLogger,
  transport: Pick<ServerSettings, 'plainHttp'>,
) {
  const bodyFor = (url: string): ErrorBody => bodies.find((body) => body.owns(toPath(url))) ?? last
  /** Where the framework has no request that could have an id and a log line. */
  const endWith = (socket: Duplex, failure: Failure, url: string) => {
    const id = makeRequestId()
    log.info({ requestId: id, status: failure.status, code: failure.code }, 'request')
    socket.end(toHttp(failure, id, JSON.stringify(bodyFor(url).render(failure, id))))
  }

  return {
    /** For Fastify's `frameworkErrors`: the router could not read the URL. No hook has run. */
    onUnreadableUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
      identify(request, reply)
      const fault = findPlainFault(request, transport) ?? findRefusal(request.raw)
      const failure = describe(fault ?? error)
      const { id: requestId, method } = request
      log.info({ requestId, method, status: failure.status, code: failure.code }, 'request')
      answerFailure(request, reply, failure, bodyFor(request.url))
    },

    /** For the `clientError` of a server: what arrived is not HTTP we can read. No request exists. */
    onUnreadableRequest(error: UnreadableRequest, socket: Socket): void {
      if (!socket.writable || error.code === 'ECONNRESET' || !mayAnswer(socket)) {
        socket.destroy()
        return
      }
      const url = findUnfinished(socket)?.url ?? findAddress(error.rawPacket) ?? ''
      endWith(socket, UNREADABLE[error.code] ?? NOT_HTTP, url)
    },

    /** For the `connect` of a server: a caller that takes this server for a proxy. */
    refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
      socket.on('error', () => socket.destroy())
      endWith(socket, NO_TUNNEL, '')
    },

    bodyFor,

    /** `takeOver` has a page for some addresses that nobody else knows. */
    handleUnrouted(app: FastifyInstance, takeOver?: TakeOver): void {
      app.setErrorHandler((error: FastifyError, request, reply) =>
        handleErrors(bodyFor(request.url))(error, request, reply),
      )
      app.setNotFoundHandler((request, reply) => {
        if (takeOver?.(request, reply)) return reply
        return answerFailure(request, reply, NO_OPERATION, bodyFor(request.url))
      })
    },
  }
}

type TakeOver = (request: FastifyRequest, reply: FastifyReply) => boolean

/** Node hands over the packet as a Buffer; Fastify's type says otherwise. */
type UnreadableRequest = Error & { code: string; rawPacket?: unknown }

const NOT_HTTP: Failure = {
  status: 400,
  code: 'BadRequest',
  message: 'The data received is not a valid HTTP/1.1 request.',
  details: [],
}

const NO_OPERATION: Failure = {
  status: 404,
  code: 'PathNotFound',
  message: 'No operation has this method and path. See the list of operations at /explorer.',
  details: [],
}

const NO_TUNNEL: Failure = {
  status: 501,
  code: 'MethodNotSupported',
  message:
    'This server is not a proxy and does not support CONNECT. Check the proxy settings of your client.',
  details: [],
}

const TOO_LARGE =
  'The request headers are larger than 64 KiB in total. Send fewer or shorter headers.'

const UNREADABLE: Record<string, Failure> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'RequestHeadersTooLarge',
    message: TOO_LARGE,
    details: [],
  },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    code: 'RequestTooLarge',
    message: 'The chunk extensions of the request body are too long. Send the body without them.',
    details: [],
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'RequestTimeout',
    message: 'The request did not arrive in time. Send it again.',
    details: [],
  },
}

const REASON: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  413: 'Content Too Large',
  431: 'Request Header Fields Too Large',
  501: 'Not Implemented',
}

/** As the router sees it: without query, scheme and host, and decoded as far as it can be. */
const toPath = (url: string) =>
  shortenPath(url).replace(/%([0-9a-f]{2})/gi, (_match, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )

function toHttp({ status }: Failure, requestId: string, body: string): string {
  return [
    `HTTP/1.1 ${status} ${REASON[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `x-ms-request-id: ${requestId}`,
    `x-ms-correlation-request-id: ${requestId}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n')
}
