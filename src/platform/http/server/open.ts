import { createServer, type Server } from 'node:http'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyHttpOptions,
  type FastifyInstance,
  LogController,
} from 'fastify'
import type { AdmissionLimits } from '../../db/admission.ts'
import type { ServerSettings } from '../../settings/server.ts'
import type { UnroutedErrors } from '../errors/unrouted-errors.ts'
import { buildValidators } from '../errors/validation.ts'
import { countUnanswered, limitPipelining } from '../limits/pipelining.ts'
import { queueRequests } from '../limits/request-queue.ts'
import { shortenRefusedUrl } from '../limits/url-size.ts'
import { parseQuery } from '../query.ts'
import { makeRequestId } from '../request-id.ts'
import { buildSerializers } from '../serialization.ts'
import { rememberAddresses } from './addresses.ts'
import { toServerOptions } from './listen.ts'

type Connection = Pick<ServerSettings, 'trustProxy'> &
  Readonly<{
    requestTimeoutMs: number
    admission: AdmissionLimits
    /** Addresses whose answers are in memory, so that they need not wait in the queue. */
    unqueued?: readonly string[]
  }>

/** The framework, with everything that must be set before it exists. */
export function openHttp(
  config: Connection,
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
    serverFactory: (handle) =>
      createServer(toServerOptions(config), queueRequests(handle, config, errors.refuse)),
    // While stopping, what still arrives on an open connection is served, and the connection closed.
    return503OnClosing: false,
    frameworkErrors: errors.onUnreadableUrl,
    clientErrorHandler: errors.onUnreadableRequest,
  }
  const app = Fastify(options)
  rememberAddresses(app.server)
  limitPipelining(app.server)
  countUnanswered(app.server)
  return app
}

/** No logger per request: our lines name the request. One from a factory would be checked with every request. */
function withoutChildren(log: FastifyBaseLogger): FastifyBaseLogger {
  const own: FastifyBaseLogger = Object.create(log)
  own.child = () => own
  return own
}
