import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isOwnerName, slugOf } from '../../directory/accounts/names/rules.ts'
import { findAccount } from '../../directory/accounts/store.ts'
import type { CookieDeps } from '../federation/cookie.ts'
import type { OauthEngine } from '../oauth/engine.ts'
import { fieldOf } from '../oauth/rules.ts'
import { lacksFactor } from '../second-factor/sessions.ts'
import { BUSY_FOR_S, signOut } from '../sign-in/actions.ts'
import { passwordsOff } from '../sign-in/errors.ts'
import { findSession, PAGE, refuseForeignForm, sendPage } from '../sign-in/interaction.ts'
import type { Passwords } from '../sign-in/passwords.ts'
import { judgePassword } from '../sign-in/rules.ts'
import { BUSY, PASSWORD_FAULTS } from '../sign-in/sentences.ts'
import { findByLogin } from '../sign-in/store.ts'
import { listSignIns } from '../trusted-issuers.ts'
import { type Accepted, acceptAsAccount, acceptAsNewcomer, type InvitationDeps } from './actions.ts'
import { makeBrowserCookie, makeInvitationCookie } from './cookie.ts'
import type { LinkedInvitation } from './links.ts'
import {
  type InvitationView,
  invitationEndedPage,
  invitationPage,
  OPENED_ELSEWHERE,
} from './pages.ts'
import { isSignedInBefore } from './rules.ts'

export type InvitationRouteDeps = InvitationDeps &
  CookieDeps &
  Readonly<{ engine: OauthEngine; passwords: Passwords }>

type Secret = { Params: { secret: string } }
type Form = { Body: URLSearchParams }

const PATH = '/oauth2/invitation/:secret'
const INVALID_NAME =
  'This name cannot be used. Use at most 100 letters, digits, hyphens, dots and underscores, and do not begin with a hyphen.'

/** The page that the link of an invitation opens. Opening it changes nothing. */
export function invitationPageRoutes(app: FastifyInstance, deps: InvitationRouteDeps): void {
  const show = makeShow(deps)
  app.get<Secret>(PATH, PAGE, (request, reply) => show(request, reply))
  newcomerRoute(app, deps, show)
  accountRoutes(app, deps, show)
}

function newcomerRoute(app: FastifyInstance, deps: InvitationRouteDeps, show: Show): void {
  const { config, realTime, passwords, links } = deps
  const cookie = makeInvitationCookie(deps)
  const goOn = makeGoOn(deps, show)
  app.post<Secret & Form>(PATH, PAGE, async (request, reply) => {
    refuseForeignForm(request, config)
    if (!config.bundledSignIn) throw passwordsOff()
    const { secret } = request.params
    const name = fieldOf(request.body, 'name').trim()
    const password = fieldOf(request.body, 'password')
    const invitation = await links.find(secret)
    if (!invitation) return show(request, reply)
    const problem = problemOf(request.body, { name, email: invitation.email })
    if (problem) return show(request, reply, { name, problem }, 400)
    const by = { realTime, source: request.ip, requestId: request.id }
    const accepted = await acceptAsNewcomer(deps, passwords, { secret, name, password }, by)
    if (accepted === 'busy') {
      reply.header('retry-after', BUSY_FOR_S)
      return show(request, reply, { name, problem: BUSY }, 503)
    }
    if (typeof accepted === 'object' && 'page' in accepted)
      reply.header('set-cookie', cookie.write({ secret, isAccepted: true }))
    return goOn(request, reply, accepted, { name })
  })
}

function problemOf(
  form: URLSearchParams,
  { name, email }: Readonly<{ name: string; email: string }>,
) {
  if (!isOwnerName(name)) return INVALID_NAME
  const holder = { name, displayName: name, email }
  const fault = judgePassword(fieldOf(form, 'password'), fieldOf(form, 'again'), holder)
  return fault && PASSWORD_FAULTS[fault]
}

function accountRoutes(app: FastifyInstance, deps: InvitationRouteDeps, show: Show): void {
  const { config, realTime, links, db } = deps
  const cookie = makeInvitationCookie(deps)
  const goOn = makeGoOn(deps, show)
  const mayGoOn = makeMayGoOn(deps)
  const refuse = (request: SecretRequest, reply: FastifyReply) =>
    show(request, reply, { problem: OPENED_ELSEWHERE }, 409)
  const originOf = ({ ip: source, id: requestId }: FastifyRequest) => ({
    realTime,
    source,
    requestId,
  })
  app.post<Secret & Form>(`${PATH}/sign-in`, PAGE, async (request, reply) => {
    refuseForeignForm(request, config)
    const { secret } = request.params
    const invitation = await links.find(secret)
    if (!invitation) return show(request, reply)
    if (!(await mayGoOn(invitation, request, reply))) return refuse(request, reply)
    const chosen = fieldOf(request.body, 'issuer')
    const isOffered = listIssuers(deps).some(({ id }) => id === chosen)
    reply.header('set-cookie', cookie.write({ secret, ...(isOffered && { issuer: chosen }) }))
    return reply.redirect(addressOf(deps, invitation.page), 303)
  })
  app.post<Secret>(`${PATH}/accept`, PAGE, async (request, reply) => {
    refuseForeignForm(request, config)
    const signedIn = await findSignedIn(deps, request, reply)
    const invitation = await links.find(request.params.secret)
    if (!signedIn || !invitation) return show(request, reply)
    if (!(await mayGoOn(invitation, request, reply))) return refuse(request, reply)
    const { accountId, uid, sinceS } = signedIn
    const session = { accountId, session: { uid, sinceS } }
    const by = originOf(request)
    return goOn(request, reply, await acceptAsAccount(deps, request.params.secret, session, by))
  })
  app.post<Secret>(`${PATH}/sign-out`, PAGE, async (request, reply) => {
    refuseForeignForm(request, config)
    const signedIn = await findSignedIn(deps, request, reply)
    if (signedIn) await signOut(db, signedIn, originOf(request))
    return reply.redirect(`/oauth2/invitation/${encodeURIComponent(request.params.secret)}`, 303)
  })
}

type SecretRequest = FastifyRequest<Secret>
type Shown = Partial<Pick<InvitationView, 'name' | 'problem'>>
type Show = ReturnType<typeof makeShow>

/** The page as it is now, or that the link has ended. */
function makeShow(deps: InvitationRouteDeps) {
  const { config, db, links } = deps
  const { origin } = new URL(config.portalUrl)
  return async (
    request: SecretRequest,
    reply: FastifyReply,
    shown: Shown = {},
    status = 200,
  ): Promise<FastifyReply> => {
    const { secret } = request.params
    const invitation = await links.find(secret)
    if (!invitation) return sendPage(reply, invitationEndedPage(config.portalUrl), 404)
    const signedIn = await findSignedIn(deps, request, reply)
    const view = {
      secret,
      invitation,
      signedIn,
      hasAccount: invitation.isMailed && (await findByLogin(db, invitation.email)) !== undefined,
      hasPasswords: config.bundledSignIn,
      issuers: listIssuers(deps),
      name: suggestName(invitation),
      ...shown,
    }
    // The answer to a form leads on to the portal.
    return sendPage(reply, invitationPage(view), status, origin)
  }
}

/** A copied link is for the browser in which somebody went on with it first. Opening it decides nothing: previews do that too. */
function makeMayGoOn(deps: InvitationRouteDeps) {
  const cookie = makeBrowserCookie(deps)
  return async (
    { isMailed }: LinkedInvitation,
    request: SecretRequest,
    reply: FastifyReply,
  ): Promise<boolean> => {
    if (isMailed) return true
    const { id } = cookie.read(request.headers.cookie) ?? { id: randomUUID() }
    const isFirst = await deps.links.claim(request.params.secret, id)
    if (isFirst) reply.header('set-cookie', cookie.write({ id }))
    return isFirst
  }
}

const makeGoOn =
  (deps: InvitationRouteDeps, show: Show) =>
  (request: SecretRequest, reply: FastifyReply, accepted: Accepted, shown: Shown = {}) => {
    if (accepted === 'ended') return show(request, reply)
    if ('refused' in accepted)
      return show(request, reply, { ...shown, problem: accepted.refused }, 409)
    return reply.redirect(addressOf(deps, accepted.page), 303)
  }

const addressOf = ({ config }: InvitationRouteDeps, page: string) =>
  `${config.portalUrl.replace(/\/$/, '')}${page}`

const listIssuers = ({ config }: InvitationRouteDeps) => listSignIns(config.trustedIssuers)

const suggestName = ({ email }: LinkedInvitation) => slugOf(email.replace(/@.*$/s, ''))

/** Whose session this browser has, if it still counts. */
async function findSignedIn(
  deps: InvitationRouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const session = await findSession(deps, request, reply)
  if (!session) return undefined
  const { uid, accountId, loginTs: sinceS = 0, amr, authorizations = {} } = session
  const { db } = deps
  const account = await findAccount(db, accountId)
  if (!account || account.disabled_at) return undefined
  if (isSignedInBefore(sinceS, account.tokens_valid_after)) return undefined
  if (await lacksFactor(db, accountId, amr)) return undefined
  const { name, email } = account
  return { accountId, uid, sinceS, clients: Object.keys(authorizations), name, email }
}
