import type { TLSSocket } from 'node:tls'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../../errors.ts'
import type { ServerSettings } from '../../settings/server.ts'

const ONE_YEAR_S = 365 * 24 * 60 * 60

/** Tells browsers not to try plain HTTP, which would show tokens and cookies to others. */
export const HSTS = `max-age=${ONE_YEAR_S}`

/** A trusted proxy says what the browser used; without one the connection itself does. */
export const isHttps = (request: FastifyRequest) =>
  isEncrypted(request) || request.protocol === 'https'

/** Keeps tokens and cookies off plain HTTP where there is HTTPS only. */
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
