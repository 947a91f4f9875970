import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isLoopback } from '../platform/settings/loopback.ts'
import { controlKeyRequired, hostNotAllowed, pageKeyRequired } from './errors.ts'

export const CONTROL_KEY_HEADER = 'x-binnacle-control-key'
/** As it arrived: the sign-in changes the address while it handles a request. */
export const pathOf = ({ originalUrl }: FastifyRequest): string =>
  originalUrl.replace(/[?#].*$/s, '')

/** Faults and the list of requests are about what clients do, and not about the controls. */
export const isControl = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith('/emulator/') === true

const SIGN_IN = /\/oauth2(\/|$)/i

/** The sign-in goes by the real time, and nearly everything that is sent there is a credential. */
export const isSignIn = (path: string): boolean => SIGN_IN.test(path)

/** A page in a browser on this machine must not reach the controls, not even through a name that leads here. */
export function guardControls(
  app: FastifyInstance,
  controlKey: string,
  ownHosts: Set<string>,
): void {
  const isKey = checkKey(controlKey)
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, guarded: true }
  })
  // Answered here, so that the answer passes the hook below.
  app.options('/emulator/*', { config: { access: { public: true } } }, (_request, reply) => {
    reply.code(404).send()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.removeHeader('access-control-allow-origin')
    done(null, payload)
  })
  guardHost(app, ownHosts)
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const { [CONTROL_KEY_HEADER]: given = '' } = headers
    return isKey(given) ? done() : done(controlKeyRequired())
  })
}

/** A browser sends no header of ours, so the address of the page has the key. */
export function guardPage(
  app: FastifyInstance,
  { controlKey, ownHosts }: Readonly<{ controlKey: string; ownHosts: Set<string> }>,
): void {
  const isKey = checkKey(controlKey)
  guardHost(app, ownHosts)
  app.addHook(
    'onRequest',
    ({ query }: FastifyRequest<{ Querystring: { key?: unknown } }>, _reply, done) =>
      isKey(query.key) ? done() : done(pageKeyRequired()),
  )
}

/** A name that leads here, and that somebody else registered, is not ours. */
export function guardHost(app: FastifyInstance, ownHosts: Set<string>): void {
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    const hostname = toHostname(headers.host)
    return ownHosts.has(hostname) || isLoopback(hostname) ? done() : done(hostNotAllowed())
  })
}

/** Of the header itself: what the framework answers may come from X-Forwarded-Host, which any client can send. */
const toHostname = (host = ''): string => host.toLowerCase().replace(/:\d*$/, '')

function checkKey(controlKey: string) {
  const expected = digest(controlKey)
  return (given: unknown) => timingSafeEqual(digest(String(given)), expected)
}

const digest = (text: string) => createHash('sha256').update(text).digest()
