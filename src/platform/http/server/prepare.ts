import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ServerSettings } from '../../settings/server.ts'
import { findHeaderFault } from '../limits/header-size.ts'
import { limitInFlight } from '../limits/in-flight.ts'
import { findRefusal } from '../limits/url-size.ts'
import { decorateRequestIds, identify } from '../request-id.ts'
import { findPlainFault, HSTS, isHttps } from './transport.ts'

type Options = Pick<ServerSettings, 'plainHttp' | 'hsts'> &
  Readonly<{
    isReady: () => boolean
    /** Called for each request that is refused because too many are in flight. */
    onRefused: () => void
  }>

/**
 * What every request goes through before anything of its route: ids, sizes, transport, load. One hook,
 * because the framework's step from one hook to the next costs more than most of these checks.
 */
export function prepareRequests(app: FastifyInstance, options: Options): void {
  const { hsts, isReady, onRefused } = options
  const refuseOneTooMany = limitInFlight(onRefused)
  decorateRequestIds(app)
  app.addHook('onRequest', (request, reply, done) => {
    identify(request, reply)
    const { raw, routeOptions } = request
    const fault =
      findRefusal(raw) ??
      findHeaderFault(raw) ??
      (routeOptions.config.isProbe ? undefined : findPlainFault(request, options)) ??
      refuseOneTooMany(request, reply)
    if (fault) return done(fault)
    if (raw.method === 'DELETE') forgetTypeOfNoBody(raw)
    if (hsts && isHttps(request)) reply.header('strict-transport-security', HSTS)
    // Clients on open connections come back on a new one, which another node will take.
    if (!isReady()) reply.header('connection', 'close')
    done()
  })
}

/** Published clients name a type with every request; the framework would parse a body that is not there. */
function forgetTypeOfNoBody({ headers }: IncomingMessage): void {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers
  if (length === '0' && encoding === undefined) delete headers['content-type']
}
