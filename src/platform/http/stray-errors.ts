import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import type { Config } from '../config.ts'
import { findAddress } from './addresses.ts'
import { answerFailure, describe, type ErrorBody, type Failure, handleErrors } from './errors.ts'
import { identify, makeRequestId } from './request-id.ts'
import { findPlainFault } from './transport.ts'
import { findRefusal, shortenPath, urlTooLong } from './url-size.ts'

/**
 * Errors that happen outside every route: they never reach an area's handler, so the path alone
 * says whose error body they get. `last` speaks where no area does.
 */
export type StrayErrors = ReturnType<typeof strayErrors>

export function strayErrors(
  bodies: readonly ErrorBody[],
  last: ErrorBody,
  log: FastifyBaseLogger,
  transport: Pick<Config, 'plainHttp'>,
) {
  const bodyFor = (url: string): ErrorBody => {
    const path = toPath(url)
    return bodies.find((body) => body.owns(path)) ?? last
  }

  return {
    /** For Fastify's `frameworkErrors`: the router could not read the URL. No hook has run. */
    onUnreadableUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
      identify(request, reply)
      const fault = findPlainFault(request, transport) ?? findRefusal(request.raw)
      const failure = describe(fault ?? error)
      const { id: requestId, method } = request
      log.info({ requestId, method, status: failure.status, code: failure.code }, 'request')
      answerFailure(request, reply, failure, bodyFor(request.raw.url ?? ''))
    },

    /** For the `clientError` of a server: what arrived is not HTTP we can read. No request exists. */
    onUnreadableRequest(error: UnreadableRequest, socket: Socket): void {
      if (!socket.writable || error.code === 'ECONNRESET' || owesAnother(socket)) {
        socket.destroy()
        return
      }
      const { url, isComplete } = findAddress(socket, error.rawPacket)
      const isLongUrl = error.code === 'HPE_HEADER_OVERFLOW' && !isComplete
      const failure = isLongUrl
        ? describe(urlTooLong())
        : (UNREADABLE[error.code ?? ''] ?? NOT_HTTP)
      const id = makeRequestId()
      log.info({ requestId: id, status: failure.status, code: failure.code }, 'request')
      const body = JSON.stringify(bodyFor(url).render(failure, id))
      socket.end(toHttp(failure, id, body))
    },

    /** `takeOver` has a page for some addresses that nobody else knows. */
    answerRest(app: FastifyInstance, takeOver?: TakeOver): void {
      app.setErrorHandler((error: FastifyError, request, reply) =>
        handleErrors(bodyFor(request.raw.url ?? ''))(error, request, reply),
      )
      app.setNotFoundHandler((request, reply) => {
        if (takeOver?.(request, reply)) return reply
        const message = 'There is nothing at this address. The operations are listed at /explorer.'
        const failure = { status: 404, code: 'PathNotFound', message, details: [] }
        return answerFailure(request, reply, failure, bodyFor(request.raw.url ?? ''))
      })
    },
  }
}

type TakeOver = (request: FastifyRequest, reply: FastifyReply) => boolean

/** Node hands over the packet as a Buffer; Fastify's type says otherwise. */
type UnreadableRequest = Error & { code?: string; rawPacket?: unknown }

const NOT_HTTP: Failure = {
  status: 400,
  code: 'BadRequest',
  message: 'What arrived is not a request this server can read as HTTP/1.1.',
  details: [],
}

const TOO_LARGE = 'The request headers are larger than 64 KiB in all. Send fewer or shorter ones.'

const UNREADABLE: Record<string, Failure> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'RequestHeadersTooLarge',
    message: TOO_LARGE,
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
  414: 'URI Too Long',
  431: 'Request Header Fields Too Large',
}

/** As the router sees it: without query, scheme and host, and decoded as far as it can be. */
const toPath = (url: string) =>
  shortenPath(url).replace(/%([0-9a-f]{2})/gi, (_match, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )

/** Whether the answer to an earlier request is still owed, which must not be overtaken. */
function owesAnother(socket: Socket): boolean {
  const { _httpMessage: owed } = socket as { _httpMessage?: ServerResponse | null }
  return owed ? owed.headersSent || owed.req.complete : false
}

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
