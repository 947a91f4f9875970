import { createServer, type Server } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  LogController,
} from 'fastify'
import type { ServerSettings } from '../../settings/server.ts'
import type { UnroutedErrors } from '../errors/unrouted-errors.ts'
import { buildValidators } from '../errors/validation.ts'
import { shortenRefusedUrl } from '../limits/url-size.ts'
import { parseQuery } from '../query.ts'
import { makeRequestId } from '../request-id.ts'
import { buildSerializers } from '../serialization.ts'
import { limitUnanswered } from './connections.ts'
import { toServerOptions } from './listen.ts'

/** The framework, with everything that must be set before it exists. */
export function openHttp(
  config: Pick<ServerSettings, 'trustProxy'> & Readonly<{ requestTimeoutMs: number }>,
  log: FastifyBaseLogger,
  errors: UnroutedErrors,
  /** What the router gets in place of an address. */
  rewriteUrl: (url: string) => string,
): FastifyInstance {
  const options: FastifyHttpOptions<Server> = {
    loggerInstance: withoutChildren(log),
    // We write our own line: the framework's would hold the URL.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: makeRequestId,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    routerOptions: {
      caseSensitive: false,
      maxParamLength: 500,
      querystringParser: parseQuery,
    },
    rewriteUrl: (raw) => rewriteUrl(shortenRefusedUrl(raw)),
    bodyLimit: 1024 * 1024,
    schemaController: {
      compilersFactory: { buildSerializer: buildSerializers, buildValidator: buildValidators },
    },
    serverFactory: (handle) => createServer(toServerOptions(config), limitUnanswered(handle)),
    // While stopping, what still arrives on an open connection is served, and the connection closed.
    return503OnClosing: false,
    frameworkErrors: errors.onUnreadableUrl,
    clientErrorHandler: errors.onUnreadableRequest,
  }
  return Fastify(options)
}

/** No logger per request: our lines name the request. One from a factory would be checked with every request. */
function withoutChildren(log: FastifyBaseLogger): FastifyBaseLogger {
  const own: FastifyBaseLogger = Object.create(log)
  own.child = () => own
  return own
}
