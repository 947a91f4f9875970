import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import type { FindAccount, KoaContextWithOIDC } from 'oidc-provider'
import { shareAccount } from '../directory/accounts/store.ts'
import type { Seal } from '../platform/crypto/seal.ts'
import type { Db } from '../platform/db/connect.ts'
import { isDatabaseUnavailable } from '../platform/db/unavailable.ts'
import { describe } from '../platform/http/errors/errors.ts'
import { type AnonymousLimit, makeAnonymousLimit } from '../platform/http/limits/anonymous-limit.ts'
import { sendPageHeaders } from '../platform/http/server/transport.ts'
import type { Mailer } from '../platform/mail/mailer.ts'
import { isLoopback } from '../platform/settings/loopback.ts'
import type { ProductClock, RealClock } from '../platform/time.ts'
import { confirmationRoutes } from './confirmation/routes.ts'
import type { Groups } from './federation/actions.ts'
import { logoutRoutes } from './federation/logout/routes.ts'
import { federationRoutes } from './federation/routes.ts'
import type { InvitationLinks } from './invitations/links.ts'
import { acceptAfterSignIn } from './invitations/opened.ts'
import { invitationPageRoutes } from './invitations/routes.ts'
import { limitAccounts } from './oauth/account-limit.ts'
import { prefixCookies } from './oauth/cookie-names.ts'
import { type OauthEngine, openOauthEngine } from './oauth/engine.ts'
import { isAsExpected, type RequestContexts, trackRequests } from './oauth/request-context.ts'
import { oauthRoutes, tenantRoutes } from './oauth/routes.ts'
import { isSignInOver } from './oauth/rules.ts'
import {
  countRefusedAttempts,
  type RefusedAttempt,
  type RefusedAttempts,
} from './refused-attempts.ts'
import { secondFactorRoutes } from './second-factor/routes.ts'
import { lacksSecondFactor, recordSecondFactors } from './second-factor/sessions.ts'
import type { IdentityConfig } from './settings.ts'
import { recordSignOutOfClient } from './sign-in/actions.ts'
import { makeHashQueue } from './sign-in/hash-queue.ts'
import { sendPage } from './sign-in/interaction.ts'
import { noSignInRoutes } from './sign-in/off/routes.ts'
import { messagePage } from './sign-in/pages.ts'
import { makePasswords } from './sign-in/passwords.ts'
import { signInRoutes } from './sign-in/routes.ts'
import { signInLinkRoutes } from './sign-in-link/routes.ts'

export type SignInDeps = Readonly<{
  config: IdentityConfig
  db: Db
  seal: Seal
  realTime: RealClock
  productTime: ProductClock
  freedNameDays: number
  groups: Groups
  links: InvitationLinks
  mailer: Mailer
  /** Called for each attempt to sign in that was refused. */
  onRefused: (attempt: RefusedAttempt) => void
}>

/** In place of the provider. */
export function refuseSignIn(app: FastifyInstance, portalUrl: string): undefined {
  void app.register((scope, _options, done) => {
    sendPageHeaders(scope)
    noSignInRoutes(scope, portalUrl)
    done()
  })
}

/** The bundled provider: OAuth 2.0 and OpenID Connect under `/oauth2`, and the pages people see there. */
export async function mountSignIn(app: FastifyInstance, deps: SignInDeps): Promise<OauthEngine> {
  const { config, db, realTime } = deps
  const requests = trackRequests(realTime)
  const trackIn = (scope: FastifyInstance) => {
    if (config.publicUrl.startsWith('https:')) {
      scope.addHook('onRequest', ({ raw }, reply, done) => {
        prefixCookies(raw, reply.raw)
        done()
      })
    }
    scope.addHook('preHandler', (request, _reply, done) => requests.begin(request, done))
  }
  const attempts = countRefusedAttempts(db, realTime, app.log)
  const note = (attempt: RefusedAttempt) => {
    deps.onRefused(attempt)
    attempts.note(attempt)
  }
  const refused = { ...attempts, note }
  app.addHook('onClose', async () => {
    await refused
      .flush()
      .catch((err: unknown) => app.log.warn({ err }, 'refused attempts could not be recorded'))
  })
  const anonymous = makeAnonymousLimit(config.anonymousLimit, realTime)
  const engine = await openOauthEngine({
    ...deps,
    requests,
    refused,
    recordSignOut: ({ accountId: id, clientId, address: source }) =>
      recordSignOutOfClient(db, { kind: 'account', id, at: realTime(), source }, clientId),
    findAccount: accountFinder(deps, requests),
    renderError: renderError(app.log),
    secondFactors: recordSecondFactors(db),
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
    pageRoutes(scope, { ...deps, engine, refused, anonymous, requests })
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

type PageDeps = SignInDeps &
  Readonly<{
    engine: OauthEngine
    refused: RefusedAttempts
    anonymous: AnonymousLimit
    requests: RequestContexts
  }>

/** What people see. Passwords are hashed in one queue, wherever they are entered. */
function pageRoutes(scope: FastifyInstance, deps: PageDeps): void {
  const passwords = makePasswords(makeHashQueue())
  const shared = { ...deps, passwords, afterSignIn: acceptAfterSignIn(deps) }
  const routes = [
    ...[signInRoutes, federationRoutes, signInLinkRoutes],
    ...[secondFactorRoutes, confirmationRoutes, invitationPageRoutes],
  ]
  for (const mount of routes) mount(scope, shared)
  logoutRoutes(scope, deps)
}

/** The account of a session, code or refresh token, while that counts. */
function accountFinder(
  { config, db, realTime }: SignInDeps,
  requests: RequestContexts,
): FindAccount {
  const limitAccount = limitAccounts(config, realTime)
  return async (ctx, id, token) => {
    limitAccount(ctx, id)
    const nowS = Math.floor(realTime().getTime() / 1000)
    if (isSignInOver(signedInOf(ctx, token), config, nowS)) return undefined
    const account = await shareAccount(db, id)
    if (!account || account.disabled_at) return undefined
    // Signed out since the session, code or refresh token was read that names it.
    if (!isAsExpected(account.tokens_valid_after, requests.expectationOf(id))) return undefined
    if (await lacksSecondFactor(db, ctx, id, token)) return undefined
    const { name, display_name, email } = account
    return {
      accountId: id,
      claims: async () => ({ sub: id, name: display_name, preferred_username: name, email }),
    }
  }
}

type Issued = Readonly<{ amr?: string[]; authTime?: number }>

/** When and how somebody signed in: of the code or refresh token they use, else of the session. */
function signedInOf({ oidc }: KoaContextWithOIDC, token: object | undefined) {
  if (token) {
    const { amr, authTime: sinceS } = token as Issued
    return { amr, sinceS }
  }
  const { amr, loginTs: sinceS } = oidc.session ?? {}
  return { amr, sinceS }
}

/** At the start nobody knows whether there is a proxy; an address that others use often has one. */
function warnOfNoProxy(app: FastifyInstance, { publicUrl, trustProxy }: IdentityConfig): void {
  const { hostname } = new URL(publicUrl)
  if (trustProxy.length > 0 || isLoopback(hostname)) return
  app.log.warn(
    `TRUST_PROXY is empty. If requests to ${hostname} come through a proxy, all callers share the address of the proxy and its rate limits. Add the address of the proxy to TRUST_PROXY.`,
  )
}

/** Said once: behind a proxy that is not named, one caller uses up what all have. */
function warnOfUnnamedProxy(app: FastifyInstance, { trustProxy }: IdentityConfig): void {
  let isSaid = false
  app.addHook('onRequest', async ({ headers, ip, socket, log }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined || ip !== socket.remoteAddress) return
    isSaid = true
    const named = trustProxy.length > 0 ? trustProxy.join(', ') : 'no proxy'
    log.warn(
      { proxy: ip },
      `a request came through a proxy at ${ip}, which is not in TRUST_PROXY (it contains ${named}). All callers behind this proxy share its address and its rate limits. If you trust the proxy, add it to TRUST_PROXY.`,
    )
  })
}

/** A session, a secret or a code, good or not: bodies are not read yet, so what asks for a token counts. */
const carriesProof = ({ method, headers, url }: FastifyRequest) =>
  headers.authorization !== undefined ||
  (headers.cookie !== undefined && /(^|[ -])_session=/.test(headers.cookie)) ||
  (method === 'POST' && /\/token(\?|$)/.test(url))

/** Before the library reads or stores anything for a request. */
function limitAnonymous(
  app: FastifyInstance,
  anonymous: AnonymousLimit,
  { anonymousLimit: { burst, perSecond } }: IdentityConfig,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const seconds = anonymous.charge(request.ip, carriesProof(request))
    if (seconds === 0) return
    reply.code(429).header('retry-after', seconds).header('cache-control', 'no-store')
    const why = `Your IP address has exceeded the rate limit for sign-in: a burst of ${burst}, then ${perSecond} per second. Wait ${seconds} s and try again.`
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
    const away = isDatabaseUnavailable(error.cause)
      ? describe(error.cause as FastifyError)
      : undefined
    if (away) {
      ctx.body = messagePage('Something went wrong', [away.message], { code: away.code })
      return
    }
    ctx.body = expose
      ? messagePage(
          'Sign-in cannot continue',
          [
            `The application sent an invalid request: ${why ?? error.message}.`,
            'Go back to the application and try again. If the error persists, contact the provider of the application.',
          ],
          { code: error.message },
        )
      : messagePage('Something went wrong', [
          'An internal error occurred. Try again. If the error persists, contact your administrator.',
        ])
  }
}

/** What the library was told of the database being away, and passed on. */
const reasonOf = (error: FastifyError) =>
  isDatabaseUnavailable(error.cause) ? (error.cause as FastifyError) : error

function showFailure(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error.name === 'SessionNotFound') {
    const ended = [
      'You already finished this sign-in, it expired, or your browser does not accept cookies.',
      'Go back to the application and start again.',
    ]
    return sendPage(reply, messagePage('This sign-in has expired', ended), 400)
  }
  const { status, message, code, retryAfterSeconds } = describe(reasonOf(error))
  if (status === 500) request.log.error({ requestId: request.id, err: error }, 'request failed')
  if (retryAfterSeconds) reply.header('retry-after', retryAfterSeconds)
  return sendPage(reply, messagePage('Something went wrong', [message], { code }), status)
}
