import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { AnonymousLimit } from '../../platform/http/limits/anonymous-limit.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { RealClock } from '../../platform/time.ts'
import type { OauthEngine } from '../oauth/engine.ts'
import { SIGN_IN_LINK_AMR } from '../oauth/rules.ts'
import type { RefusedAttempts } from '../refused-attempts.ts'
import { makePendingSignIns } from '../second-factor/pending-sign-in.ts'
import type { Given } from '../second-factor/rules.ts'
import type { IdentityConfig } from '../settings.ts'
import { leaveFormerSession } from '../sign-in/former-session.ts'
import {
  type AfterSignIn,
  findInteraction,
  finish,
  PAGE,
  refuseForeignForm,
  sendPage,
} from '../sign-in/interaction.ts'
import { messagePage, signInLinkPage } from '../sign-in/pages.ts'
import { findSignInAccount } from '../sign-in/store.ts'
import { findSignInLinkEmail, signInByLink } from './actions.ts'
import { makeSignInLinkCookie } from './cookie.ts'

type SignInLinkDeps = Readonly<{
  db: Db
  seal: Seal
  realTime: RealClock
  mailer: Mailer
  config: IdentityConfig
  engine: OauthEngine
  refused: RefusedAttempts
  anonymous: AnonymousLimit
  afterSignIn: AfterSignIn
}>

type Secret = { Params: { secret: string } }
type Uid = { Params: { uid: string } }

/** An operator signs in with a link that was made on a host. Opening the link does not use it. */
export function signInLinkRoutes(app: FastifyInstance, deps: SignInLinkDeps): void {
  const { db, config, realTime } = deps
  const cookie = makeSignInLinkCookie(deps)
  const pendingSignIns = makePendingSignIns(deps)
  const path = '/oauth2/sign-in-link/:secret'

  app.get<Secret>(path, PAGE, async ({ params: { secret } }, reply) => {
    const account = await findSignInLinkEmail(db, secret, realTime())
    if (account === undefined) return sendEnded(reply)
    // The form's answer leads on to the portal.
    const { origin } = new URL(config.portalUrl)
    return sendPage(reply, signInLinkPage({ secret, account }), 200, origin)
  })
  app.post<Secret>(path, PAGE, async (request, reply) => {
    refuseForeignForm(request, config)
    const { secret } = request.params
    if ((await findSignInLinkEmail(db, secret, realTime())) === undefined) return sendEnded(reply)
    reply.header('set-cookie', cookie.write({ secret }))
    return reply.redirect(config.portalUrl, 303)
  })

  app.post<Uid>('/oauth2/interaction/:uid/sign-in-link', PAGE, async (request, reply) => {
    refuseForeignForm(request, config)
    const { details, clientId: client } = await findInteraction(deps, request, reply)
    const { uid } = request.params
    if (details.prompt.name !== 'login') return reply.redirect(`/oauth2/interaction/${uid}`, 303)
    const opened = cookie.read(request.headers.cookie)
    const by = { realTime, source: request.ip, requestId: request.id }
    const accountId = opened && (await signInByLink(deps, { ...opened, client }, by))
    reply.header('set-cookie', cookie.clear())
    if (accountId === undefined) {
      const attempt = { action: 'account.sign-in-failed', accountId: null, client } as const
      deps.refused.note({ ...attempt, address: request.ip })
      return sendEnded(reply)
    }
    deps.anonymous.giveBack(request.ip)
    const amr = [SIGN_IN_LINK_AMR]
    const account = await findSignInAccount(db, accountId)
    if (account && (await pendingSignIns.findStep(accountId)) === 'enrol') {
      const held = pendingSignIns.hold({ uid, amr, account })
      return reply.header('set-cookie', held.cookies).redirect(held.page, 303)
    }
    await leaveFormerSession(db, details, accountId, by)
    const secondFactor: Given = { method: 'sign-in-link', atMs: realTime().getTime() }
    const login = { accountId, amr }
    return finish(deps, request, reply, { login, secondFactor })
  })
}

const sendEnded = (reply: FastifyReply) =>
  sendPage(
    reply,
    messagePage('This link is no longer valid', [
      'A sign-in link can be used once, within 15 minutes, in the browser that it was opened in. This link was already used or replaced, it has expired, or the account is no longer an enabled operator.',
      'To create a new link, run binnacle sign-in-link on a host of Binnacle.',
    ]),
    404,
  )
