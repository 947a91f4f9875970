import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { findAccount } from '../../directory/accounts/store.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { AnonymousLimit } from '../../platform/http/limits/anonymous-limit.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { RealClock } from '../../platform/time.ts'
import { makeLinking } from '../federation/linking.ts'
import { makeOpenedInvitations } from '../invitations/interaction.ts'
import type { InvitationLinks } from '../invitations/links.ts'
import type { OauthEngine } from '../oauth/engine.ts'
import { grantMissing } from '../oauth/grants.ts'
import { takeForms } from '../oauth/routes.ts'
import { fieldOf, scopesIn } from '../oauth/rules.ts'
import type { RefusedAttempts } from '../refused-attempts.ts'
import { makePendingSignIns } from '../second-factor/pending-sign-in.ts'
import { PASSWORD_AMR } from '../second-factor/rules.ts'
import type { IdentityConfig } from '../settings.ts'
import { findSignInLinkEmail } from '../sign-in-link/actions.ts'
import { makeSignInLinkCookie } from '../sign-in-link/cookie.ts'
import { listSignIns } from '../trusted-issuers.ts'
import { type Outcome, type SignInTools, signIn, signOut } from './actions.ts'
import { changePasswordRoutes } from './change-password/routes.ts'
import { recordConsent } from './consent/actions.ts'
import { passwordsOff } from './errors.ts'
import { forgotPasswordRoutes } from './forgot-password/routes.ts'
import { leaveFormerSession } from './former-session.ts'
import {
  type AfterSignIn,
  type Details,
  findInteraction,
  finish,
  PAGE,
  readSession,
  refuseForeignForm,
  sendPage,
} from './interaction.ts'
import { makeKnownBrowsers } from './known-browser.ts'
import { consentPage, STYLES, signInPage, waitPage } from './pages.ts'
import type { Passwords } from './passwords.ts'
import { BUSY, waitSentence } from './sentences.ts'
import { setPasswordRoutes } from './set-password/routes.ts'
import { makePause, makeThrottle, type Wait } from './throttle.ts'

export type SignInDeps = Readonly<{
  db: Db
  seal: Seal
  realTime: RealClock
  mailer: Mailer
  config: IdentityConfig
  engine: OauthEngine
  refused: RefusedAttempts
  anonymous: AnonymousLimit
  passwords: Passwords
  links: InvitationLinks
  afterSignIn: AfterSignIn
}>

type Uid = { Params: { uid: string } }
type Form = { Body: URLSearchParams }

/** The pages a person sees on the way through the provider. Plain HTML: no script runs on any of them. */
export function signInRoutes(app: FastifyInstance, deps: SignInDeps): void {
  takeForms(app)
  app.get('/oauth2/assets/pages.css', PAGE, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=3600').send(STYLES),
  )
  const { refused, realTime, mailer, passwords } = deps
  const browsers = makeKnownBrowsers(deps.seal, realTime, deps.config)
  const throttle = makeThrottle(realTime)
  const tools = {
    throttle,
    passwords,
    browsers,
    refused,
    realTime,
    mailer,
    pendingSignIns: makePendingSignIns(deps),
  }
  interactionRoutes(app, deps, tools)
  decisionRoutes(app, deps)
  setPasswordRoutes(app, deps)
  changePasswordRoutes(app, deps, tools)
  forgotPasswordRoutes(app, deps)
  signOutRoute(app, deps)
}

function interactionRoutes(app: FastifyInstance, deps: SignInDeps, tools: SignInTools): void {
  const { throttle, browsers, refused, realTime } = tools
  const pendingSignIns = makePendingSignIns(deps)
  const linking = makeLinking(deps)
  const findWays = makeWays(deps)
  const sendRefusal = makeRefusal(deps, findWays)
  const invitations = makeOpenedInvitations(deps)
  const pause = makePause()

  app.get<Uid>('/oauth2/interaction/:uid', PAGE, async (request, reply) => {
    const { details, client, clientId, destination } = await findInteraction(deps, request, reply)
    const { uid } = request.params
    if (details.prompt.name === 'login') {
      const resumed = await invitations.resume({ uid, details, client: clientId }, request, reply)
      if (resumed) return resumed
      const { cookie: cookies } = request.headers
      const linked = linking.describe({ cookies, uid })
      const described = linked.note
        ? linked
        : { ...linked, ...(await invitations.describe(cookies)) }
      const page = signInPage({ uid, client, ...described, ...(await findWays(cookies)) })
      return sendPage(reply, page, 200, destination)
    }
    const account = await findAccount(deps.db, accountOf(details))
    if (!account) throw notSignedIn()
    const scopes = scopesIn(details.params.scope).filter((scope) => scope !== 'openid')
    const view = { uid, client, scopes, destination, account: account.email }
    return sendPage(reply, consentPage(view), 200, destination)
  })

  app.post<Uid & Form>('/oauth2/interaction/:uid/sign-in', PAGE, async (request, reply) => {
    refuseForeignForm(request, deps.config)
    if (!deps.config.bundledSignIn) throw passwordsOff()
    const { ip: address, headers, id: requestId } = request
    const { uid } = request.params
    // A crowd that has to wait is told so before anything is read: others need the database.
    const login = fieldOf(request.body, 'login')
    const wait = browsers.isClaimed(headers.cookie)
      ? undefined
      : throttle.findWaitOfUnknownBrowser({ address, login })
    if (wait) {
      const action = 'account.sign-in-throttled'
      refused.note({ action, accountId: wait.account, address, client: null })
      await pause(request.raw.socket)
      return sendWait(reply, uid, wait)
    }
    const { details, client, clientId, destination } = await findInteraction(deps, request, reply)
    const password = fieldOf(request.body, 'password')
    const from = { address, client: clientId, requestId, cookies: headers.cookie }
    const outcome = await signIn(deps.db, tools, { login, password, ...from })
    if ('held' in outcome) {
      deps.anonymous.giveBack(address)
      const held = pendingSignIns.hold({ uid, amr: [PASSWORD_AMR], account: outcome.held })
      return reply.header('set-cookie', held.cookies).redirect(held.page, 303)
    }
    if ('accountId' in outcome) {
      const { accountId, cookies } = outcome
      deps.anonymous.giveBack(address)
      const by = { realTime, source: address, requestId }
      await leaveFormerSession(deps.db, details, accountId, by)
      const cleared = await linking.link({ cookies: headers.cookie, uid }, accountId, by)
      reply.header('set-cookie', [...cookies, ...cleared])
      return finish(deps, request, reply, { login: { accountId } })
    }
    if (outcome.refused === 'wait') await pause(request.raw.socket)
    return sendRefusal(reply, outcome, { uid, client, login, destination }, headers.cookie)
  })
}

type Tried = Readonly<{ uid: string; client: string; login: string; destination: string }>

/** The sign-in page again, with what is wrong. */
function makeRefusal(deps: SignInDeps, findWays: ReturnType<typeof makeWays>) {
  const linking = makeLinking(deps)
  return async (
    reply: FastifyReply,
    outcome: Refused,
    { destination, ...tried }: Tried,
    cookies: string | undefined,
  ): Promise<FastifyReply> => {
    const ways = await findWays(cookies)
    const { note } = linking.describe({ cookies, uid: tried.uid })
    const problem = sentenceOf(outcome, ways)
    const page = signInPage({ ...tried, problem, ...(note && { note }), ...ways })
    if ('seconds' in outcome) reply.header('retry-after', outcome.seconds)
    return sendPage(reply, page, STATUS[outcome.refused], destination)
  }
}

type Refused = Extract<Outcome, { refused: string }>

/** How people can sign in: with a password, at issuers, and with the link that their browser has opened. */
function makeWays(deps: SignInDeps) {
  const { bundledSignIn: hasPasswords, trustedIssuers } = deps.config
  const issuers = listSignIns(trustedIssuers)
  const cookie = makeSignInLinkCookie(deps)
  return async (cookies: string | undefined) => {
    const opened = cookie.read(cookies)
    const operator = opened && (await findSignInLinkEmail(deps.db, opened.secret, deps.realTime()))
    return { hasPasswords, hasMail: deps.mailer.isOn, issuers, operator }
  }
}

function sendWait(reply: FastifyReply, uid: string, { waitSeconds, because }: Wait): FastifyReply {
  const problem = waitSentence(waitSeconds, because)
  return sendPage(reply.header('retry-after', waitSeconds), waitPage(uid, problem), 429)
}

const STATUS = { wrong: 401, wait: 429, busy: 503 } as const

function sentenceOf(outcome: Refused, { hasMail }: Readonly<{ hasMail: boolean }>): string {
  if (outcome.refused === 'busy') return BUSY
  if (outcome.refused === 'wait') return waitSentence(outcome.seconds, outcome.because)
  const way = hasMail
    ? 'choose “Forgot your password?”.'
    : 'ask your administrator for a link to set a new password.'
  return `The e-mail address, name or password is not correct. Try again, or ${way}`
}

function decisionRoutes(app: FastifyInstance, deps: SignInDeps): void {
  const actorOf = (details: Details, { ip: source, id: requestId }: FastifyRequest) => {
    const at = deps.realTime()
    return { kind: 'account', id: accountOf(details), at, source, requestId } as const
  }
  app.post<Uid & Form>('/oauth2/interaction/:uid/allow', PAGE, async (request, reply) => {
    refuseForeignForm(request, deps.config)
    const { details, clientId: client } = await findInteraction(deps, request, reply)
    const { grantId, scopes } = await grantMissing(
      deps.engine.provider(),
      accountOf(details),
      details,
    )
    await recordConsent(deps.db, actorOf(details, request), { client, scopes })
    return finish(deps, request, reply, { consent: { grantId } })
  })
  app.post<Uid & Form>('/oauth2/interaction/:uid/cancel', PAGE, async (request, reply) => {
    refuseForeignForm(request, deps.config)
    const { details, clientId: client } = await findInteraction(deps, request, reply)
    if (details.prompt.name === 'consent') {
      await recordConsent(deps.db, actorOf(details, request), { client, scopes: 'refused' })
    }
    return finish(deps, request, reply, {
      error: 'access_denied',
      error_description: 'the user cancelled the request',
    })
  })
}

const notSignedIn = () => new errors.SessionNotFound('nobody is signed in')

/** Consent is asked only of somebody who is signed in. */
function accountOf({ session }: Details): string {
  if (session?.accountId === undefined) throw notSignedIn()
  return session.accountId
}

/** The end of the session here; what was allowed to stay signed in is ended where it is used. */
function signOutRoute(app: FastifyInstance, deps: SignInDeps): void {
  const { config, db, realTime } = deps
  app.post('/oauth2/sign-out', PAGE, async (request, reply) => {
    refuseForeignForm(request, config, new URL(config.portalUrl).origin)
    const session = await readSession(deps, request, reply)
    const { uid, accountId, authorizations = {} } = session
    const by = { realTime, source: request.ip, requestId: request.id }
    if (accountId) await signOut(db, { uid, accountId, clients: Object.keys(authorizations) }, by)
    return reply.redirect(`${config.portalUrl}/signed-out`, 303)
  })
}
