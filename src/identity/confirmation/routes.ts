import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findAccount } from '../../directory/accounts/store.ts'
import { digestOf } from '../../platform/crypto/digest.ts'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { AnonymousLimit } from '../../platform/http/limits/anonymous-limit.ts'
import type { RealClock } from '../../platform/time.ts'
import { OWN_PAGES, SIGNED_IN_PATH } from '../oauth/clients.ts'
import type { OauthEngine } from '../oauth/engine.ts'
import { announceAddress } from '../oauth/routes.ts'
import { isSignInOver, sessionIdOf } from '../oauth/rules.ts'
import { hasSecondFactor } from '../second-factor/store.ts'
import type { IdentityConfig } from '../settings.ts'
import { PAGE, refuseForeignForm, sendPage } from '../sign-in/interaction.ts'
import { messagePage } from '../sign-in/pages.ts'
import { type Confirmed, confirmSession, findRequestingSession, findUsedAt } from './actions.ts'
import { makeConfirmLinks } from './link.ts'
import { confirmRequestPage, leadOnPage, signInFirstPage } from './pages.ts'
import { type ConfirmLink, type ConfirmState, stateOf, stepOf } from './rules.ts'

export type ConfirmationDeps = Readonly<{
  db: Db
  seal: Seal
  realTime: RealClock
  config: IdentityConfig
  engine: OauthEngine
  anonymous: AnonymousLimit
}>

type Secret = { Params: { secret: string } }

/** Where people give a second factor for another session. Reading these pages changes nothing. */
export function confirmationRoutes(app: FastifyInstance, deps: ConfirmationDeps): void {
  const { db, realTime, config } = deps
  const links = makeConfirmLinks({ ...deps, publicUrl: config.publicUrl })
  const path = '/oauth2/confirm/:secret'
  const readState = async (link: ConfirmLink): Promise<ConfirmState> =>
    stateOf(link, await findUsedAt(db, link.accountId, link.sessionId), realTime())

  app.get<Secret>(path, PAGE, async (request, reply) => {
    const link = links.open(request.params.secret)
    return link ? showStep(deps, link, request, reply) : sendOver(reply, 'expired')
  })

  app.post<Secret>(path, PAGE, async (request, reply) => {
    refuseForeignForm(request, config)
    const link = links.open(request.params.secret)
    if (!link) return sendOver(reply, 'expired')
    const browser = await findBrowser(deps, request, reply)
    const isOwn = browser?.accountId === link.accountId
    const requesting = isOwn
      ? await findRequestingSession(db, deps.seal, link, realTime())
      : undefined
    if (!isOwn || !requesting) return showStep(deps, link, request, reply)
    const by = { realTime, source: request.ip, requestId: request.id }
    const given = { browserSessionId: browser.sessionId, client: requesting.clientId }
    const outcome = await confirmSession(db, link, given, by)
    return outcome === 'not-given'
      ? showStep(deps, link, request, reply)
      : sendOver(reply, outcome === 'used' ? 'confirmed' : outcome)
  })

  app.get<Secret>(`${path}/sign-in`, PAGE, async ({ params: { secret } }, reply) =>
    links.open(secret)
      ? reply.redirect(signInAddress(config, secret), 303)
      : sendOver(reply, 'expired'),
  )
  type Returned = { Querystring: { state?: unknown } }
  app.get<Returned>(SIGNED_IN_PATH, PAGE, async ({ query: { state } }, reply) =>
    typeof state === 'string' && links.open(state)
      ? reply.redirect(`/oauth2/confirm/${state}`, 303)
      : sendOver(reply, 'expired'),
  )

  // For the application that waits. Only who was refused has the address.
  app.get<Secret>(`${path}/status`, PAGE, async ({ params: { secret }, ip }, reply) => {
    const link = links.open(secret)
    if (link) deps.anonymous.giveBack(ip)
    const status = link ? await readState(link) : 'expired'
    return reply
      .header('cache-control', 'no-store')
      .header('access-control-allow-origin', new URL(config.portalUrl).origin)
      .send({ status })
  })
}

/** Also for somebody who is signed in already: as whom is decided there. */
function signInAddress({ publicUrl }: IdentityConfig, secret: string): string {
  const query = new URLSearchParams({
    client_id: OWN_PAGES,
    redirect_uri: `${publicUrl}${SIGNED_IN_PATH}`,
    response_type: 'code',
    scope: 'openid',
    prompt: 'login',
    state: secret,
    code_challenge: randomBytes(32).toString('base64url'),
    code_challenge_method: 'S256',
  })
  return `/oauth2/auth?${query}`
}

/** Whoever is signed in at the provider in this browser. */
async function findBrowser(
  { engine, config, realTime }: ConfirmationDeps,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  announceAddress(request.raw, config, request.ip)
  const provider = engine.provider()
  const { uid, accountId, amr, loginTs } = await provider.Session.get(
    provider.createContext(request.raw, reply.raw),
  )
  const nowS = Math.floor(realTime().getTime() / 1000)
  if (!accountId || isSignInOver({ amr, sinceS: loginTs }, config, nowS)) return undefined
  return { accountId, sessionId: sessionIdOf(digestOf(uid)) }
}

/** What is to be done next in this browser. */
async function showStep(
  deps: ConfirmationDeps,
  link: ConfirmLink,
  request: FastifyRequest<Secret>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { db, seal, realTime, engine } = deps
  const { secret } = request.params
  const state = stateOf(link, await findUsedAt(db, link.accountId, link.sessionId), realTime())
  if (state !== 'pending') return sendOver(reply, state)
  const found = await findBrowser(deps, request, reply)
  const account = found && (await findAccount(db, found.accountId))
  if (!found || !account || account.disabled_at) {
    return sendPage(reply, signInFirstPage(secret, undefined))
  }
  const browser = {
    accountId: found.accountId,
    hasSecondFactor: await hasSecondFactor(db, found.accountId),
    usedAt: await findUsedAt(db, found.accountId, found.sessionId),
  }
  const step = stepOf(link, browser)
  if (step === 'sign-in' || step === 'other-account') {
    return sendPage(reply, signInFirstPage(secret, account.email))
  }
  const requesting = await findRequestingSession(db, seal, link, realTime())
  if (!requesting) return sendOver(reply, 'ended')
  const client = await engine.provider().Client.find(requesting.clientId)
  const view = {
    secret,
    account: account.email,
    client: client?.clientName ?? requesting.clientId,
    signedInAt: requesting.signedInAt,
    source: link.source,
    requestedAt: link.issuedAt,
    code: link.code,
  }
  return sendPage(
    reply,
    step === 'confirm' ? confirmRequestPage(view) : leadOnPage(view, NEXT[step]),
  )
}

/** Where a second factor is given or set up. */
const NEXT = {
  give: { action: 'Continue', address: '/oauth2/second-factor' },
  enrol: {
    action: 'Set up a second factor',
    address: '/oauth2/second-factor',
    note: 'Your account does not have a second factor yet.',
  },
}

type Over = Exclude<Confirmed, 'used' | 'not-given'>

const OVER: Record<Over, readonly [status: number, title: string, sentences: readonly string[]]> = {
  confirmed: [
    200,
    'Confirmed',
    ['The application continues automatically. You can close this page.'],
  ],
  expired: [
    404,
    'This link is no longer valid',
    [
      'A link to confirm a change can be used once, within 10 minutes.',
      'Start the change again in the application to get a new link.',
    ],
  ],
  ended: [
    404,
    'This session has ended',
    [
      'The application that requested the change is no longer signed in.',
      'Sign in there again, and start the change again.',
    ],
  ],
}

function sendOver(reply: FastifyReply, over: Over): FastifyReply {
  const [status, title, sentences] = OVER[over]
  return sendPage(reply, messagePage(title, sentences), status)
}
