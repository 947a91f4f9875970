import type { TLSSocket } from 'node:tls'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../../errors.ts'
import type { ServerSettings } from '../../settings/server.ts'

const ONE_YEAR_S = 365 * 24 * 60 * 60

type Transport = Pick<ServerSettings, 'plainHttp' | 'hsts'>

/** Keeps tokens and cookies off plain HTTP where there is HTTPS: refuses them, or tells browsers not to try. */
export function secureTransport(app: FastifyInstance, { plainHttp, hsts }: Transport): void {
  if (!plainHttp) {
    app.addHook('onRequest', (request, _reply, done) => {
      const isProbe = request.routeOptions.config.isProbe === true
      done(isProbe ? undefined : findPlainFault(request, { plainHttp }))
    })
  }
  if (hsts) {
    app.addHook('onRequest', (request, reply, done) => {
      // A trusted proxy says what the browser used; without one the connection itself does.
      if (isEncrypted(request) || request.protocol === 'https') {
        reply.header('strict-transport-security', `max-age=${ONE_YEAR_S}`)
      }
      done()
    })
  }
}

/** Also for an address that no route can be found for, because it cannot be read. */
export const findPlainFault = (
  request: FastifyRequest,
  { plainHttp }: Pick<ServerSettings, 'plainHttp'>,
) => (plainHttp || isEncrypted(request) ? undefined : httpsRequired())

const isEncrypted = ({ raw }: FastifyRequest) => (raw.socket as TLSSocket).encrypted === true

const httpsRequired = () =>
  new RequestError(
    'forbidden',
    'HttpsRequired',
    'This server accepts requests over HTTPS only. Use its https address. If you sent a token or password over http, replace it.',
  )

/** On every page and every redirect to one: a redirect without them would end the tie to the page that opened it. */
export const PAGE_HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

export function sendPageHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(PAGE_HEADERS)
    done()
  })
}
