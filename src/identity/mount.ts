import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Clock } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import { isDatabaseAway } from '../platform/db/away.ts'
import type { Db } from '../platform/db/connect.ts'
import { type AnonymousLimit, makeAnonymousLimit } from '../platform/http/anonymous-limit.ts'
import { describe } from '../platform/http/errors.ts'
import { sendPageHeaders } from '../platform/http/transport.ts'
import { isLoopback } from '../platform/loopback.ts'
import type { Seal } from '../platform/seal.ts'
import { limitAccounts } from './oauth/account-limit.ts'
import { prefixCookies } from './oauth/cookie-names.ts'
import { type OauthEngine, openOauthEngine } from './oauth/engine.ts'
import { oauthRoutes, tenantRoutes } from './oauth/routes.ts'
import { isAsExpected, trackRequests } from './oauth/under-way.ts'
import { countRefusedAttempts } from './refused-attempts.ts'
import { recordSignOutOfClient } from './sign-in/actions.ts'
import { messagePage } from './sign-in/pages.ts'
import { sendPage, signInRoutes } from './sign-in/routes.ts'
import { shareAccount } from './sign-in/store.ts'

export type SignInDeps = Readonly<{ config: Config; db: Db; seal: Seal; clock: Clock }>

/** The bundled provider: OAuth 2.0 and OpenID Connect under `/oauth2`, and the pages people see there. */
export async function mountSignIn(app: FastifyInstance, deps: SignInDeps): Promise<OauthEngine> {
  const { config, db, clock } = deps
  const requests = trackRequests(clock)
  const trackIn = (scope: FastifyInstance) => {
    if (config.publicUrl.startsWith('https:')) {
      scope.addHook('onRequest', ({ raw }, reply, done) => {
        prefixCookies(raw, reply.raw)
        done()
      })
    }
    scope.addHook('preHandler', (_request, _reply, done) => requests.begin(done))
  }
  const refused = countRefusedAttempts(db, clock, app.log)
  app.addHook('onClose', async () => {
    await refused
      .flush()
      .catch((err: unknown) => app.log.warn({ err }, 'refused attempts not recorded'))
  })
  const anonymous = makeAnonymousLimit(config.anonymousLimit, clock)
  const limitAccount = limitAccounts(config, clock)
  const engine = await openOauthEngine({
    ...deps,
    requests,
    refused,
    recordSignOut: ({ accountId: id, clientId, address: source }) =>
      recordSignOutOfClient(db, { kind: 'account', id, at: clock(), source }, clientId),
    findAccount: async (ctx, id) => {
      limitAccount(ctx, id)
      const account = await shareAccount(db, id)
      if (!account || account.disabled_at) return undefined
      // Signed out since the session, code or refresh token was read that names it.
      if (!isAsExpected(account.tokens_valid_after, requests.expectationOf(id))) return undefined
      const { name, display_name, email } = account
      return {
        accountId: id,
        claims: async () => ({ sub: id, name: display_name, preferred_username: name, email }),
      }
    },
    renderError: renderError(app.log),
    warn: (err, sentence) => app.log.warn({ err }, sentence),
    onProof: (ctx) => anonymous.giveBack(ctx.ip),
  })
  warnOfUnnamedProxy(app, config)
  warnOfNoProxy(app, config)
  const limitIn = (scope: FastifyInstance) => limitAnonymous(scope, anonymous, config)
  await app.register(async (scope) => {
    limitIn(scope)
    sendPageHeaders(scope)
    trackIn(scope)
    scope.setErrorHandler(showFailure)
    signInRoutes(scope, { ...deps, engine, refused, anonymous })
  })
  await app.register(async (scope) => {
    limitIn(scope)
    sendPageHeaders(scope)
    trackIn(scope)
    oauthRoutes(scope, engine, config)
  })
  await app.register(async (scope) => {
    limitIn(scope)
    trackIn(scope)
    tenantRoutes(scope, engine, config)
  })
  return engine
}

/** At the start nobody knows whether there is a proxy; an address that others use often has one. */
function warnOfNoProxy(app: FastifyInstance, { publicUrl, trustProxy }: Config): void {
  const { hostname } = new URL(publicUrl)
  if (trustProxy.length > 0 || isLoopback(hostname)) return
  app.log.warn(
    `TRUST_PROXY names nobody. If requests to ${hostname} come through a proxy, all callers share its address, and its limits: put the proxy's address into TRUST_PROXY.`,
  )
}

/** Said once: behind a proxy that is not named, one caller uses up what all have. */
function warnOfUnnamedProxy(app: FastifyInstance, { trustProxy }: Config): void {
  let isSaid = false
  app.addHook('onRequest', async ({ headers, ip, socket, log }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return
    isSaid = true
    const named = trustProxy.length > 0 ? trustProxy.join(', ') : 'nobody'
    log.warn(
      { proxy: ip },
      `a request came through a proxy at ${ip} that TRUST_PROXY does not name (it names ${named}): all callers behind it share one address, and its limits. Add it to TRUST_PROXY if it is yours.`,
    )
  })
}

/** A session, a secret or a code, good or not: bodies are not read yet, so what asks for a token counts. */
const carriesProof = ({ method, headers, url }: FastifyRequest) =>
  headers.authorization !== undefined ||
  /(^|[ -])_session=/.test(headers.cookie ?? '') ||
  (method === 'POST' && /\/token(\?|$)/.test(url))

/** Before the library reads or stores anything for a request. */
function limitAnonymous(
  app: FastifyInstance,
  anonymous: AnonymousLimit,
  { anonymousLimit: { burst, perSecond } }: Config,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const seconds = anonymous.charge(request.ip, carriesProof(request))
    if (seconds === 0) return
    reply.code(429).header('retry-after', seconds).header('cache-control', 'no-store')
    const why = `Your address has used up its requests to the sign-in: ${burst} at once, ${perSecond} more each second. Wait ${seconds} s and try again.`
    if (request.headers.accept?.includes('text/html')) {
      return sendPage(reply, messagePage('Too many requests', [why]), 429)
    }
    return reply.send({ error: 'temporarily_unavailable', error_description: why })
  })
}

/** What the library refuses while a person is looking, and cannot send back to the client. */
function renderError(log: FastifyBaseLogger) {
  return (ctx: KoaContextWithOIDC, error: Error): void => {
    const { error_description: why, expose } = error as {
      error_description?: string
      expose?: boolean
    }
    if (!expose) log.error({ err: error }, 'sign-in failed')
    ctx.type = 'html'
    ctx.set(
      'content-security-policy',
      "default-src 'none'; style-src 'self'; frame-ancestors 'none'",
    )
    const away = isDatabaseAway(error.cause) ? describe(error.cause as FastifyError) : undefined
    if (away) {
      ctx.body = messagePage('This did not work', [away.message], { code: away.code })
      return
    }
    ctx.body = expose
      ? messagePage(
          'This sign-in cannot go on',
          [
            `The application that sent you here asked for something that is not right: ${why ?? error.message}.`,
            'Go back to it and try again. If it stays like this, tell whoever runs that application.',
          ],
          { code: error.message },
        )
      : messagePage('This did not work', [
          'Something failed on our side. Try again; if it stays, tell whoever runs this service.',
        ])
  }
}

/** What the library was told of the database being away, and passed on. */
const reasonOf = (error: FastifyError) =>
  isDatabaseAway(error.cause) ? (error.cause as FastifyError) : error

function showFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error.name === 'SessionNotFound') {
    const ended = [
      'It was finished or left alone for too long, or this browser does not keep cookies.',
      'Go back to the application you came from and start again.',
    ]
    return sendPage(reply, messagePage('This sign-in has ended', ended), 400)
  }
  const { status, message, code, retryAfterSeconds } = describe(reasonOf(error))
  if (status === 500) request.log.error({ requestId: request.id, err: error }, 'request failed')
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
  return sendPage(reply, messagePage('This did not work', [message], { code }), status)
}
