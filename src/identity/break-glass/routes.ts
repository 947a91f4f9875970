import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { AnonymousLimit } from '../../platform/http/limits/anonymous-limit.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { RealClock } from '../../platform/time.ts'
import type { OauthEngine } from '../oauth/engine.ts'
import { BREAK_GLASS_AMR } from '../oauth/rules.ts'
import type { RefusedAttempts } from '../refused-attempts.ts'
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
import { breakGlassPage, messagePage } from '../sign-in/pages.ts'
import { findBreakGlassEmail, signInByBreakGlass } from './actions.ts'
import { makeBreakGlassCookie } from './cookie.ts'

export type BreakGlassDeps = Readonly<{
  db: Db
  seal: Seal
  realTime: RealClock
  mailer: Mailer
  config: IdentityConfig
  engine: OauthEngine
  refused: RefusedAttempts
  anonymous: AnonymousLimit
  afterSignIn: AfterSignIn
  /** Called when somebody has signed in with a link. */
  onBreakGlass: () => void
}>

type Secret = { Params: { secret: string } }
type Uid = { Params: { uid: string } }

/** An operator signs in with a link that was made on a host. Opening the link does not use it. */
export function breakGlassRoutes(app: FastifyInstance, deps: BreakGlassDeps): void {
  const { db, config, realTime } = deps
  const cookie = makeBreakGlassCookie(deps)
  const path = '/oauth2/break-glass/:secret'

  app.get<Secret>(path, PAGE, async ({ params: { secret } }, reply) => {
    const account = await findBreakGlassEmail(db, secret, realTime())
    if (account === undefined) return sendEnded(reply)
    // The form's answer leads on to the portal.
    const { origin } = new URL(config.portalUrl)
    return sendPage(reply, breakGlassPage({ secret, account }), 200, origin)
  })
  app.post<Secret>(path, PAGE, async (request, reply) => {
    refuseForeignForm(request, config)
    const { secret } = request.params
    if ((await findBreakGlassEmail(db, secret, realTime())) === undefined) return sendEnded(reply)
    reply.header('set-cookie', cookie.write({ secret }))
    return reply.redirect(config.portalUrl, 303)
  })

  app.post<Uid>('/oauth2/interaction/:uid/break-glass', PAGE, async (request, reply) => {
    refuseForeignForm(request, config)
    const { details, clientId: client } = await findInteraction(deps, request, reply)
    const { uid } = request.params
    if (details.prompt.name !== 'login') return reply.redirect(`/oauth2/interaction/${uid}`, 303)
    const opened = cookie.read(request.headers.cookie)
    const by = { realTime, source: request.ip, requestId: request.id }
    const accountId = opened && (await signInByBreakGlass(deps, { ...opened, client }, by))
    reply.header('set-cookie', cookie.clear())
    if (accountId === undefined) {
      const attempt = { action: 'account.sign-in-failed', accountId: null, client } as const
      deps.refused.note({ ...attempt, address: request.ip })
      return sendEnded(reply)
    }
    deps.onBreakGlass()
    deps.anonymous.giveBack(request.ip)
    await leaveFormerSession(db, details, accountId, by)
    const secondFactor: Given = { method: 'break-glass', atMs: realTime().getTime() }
    const login = { accountId, amr: [BREAK_GLASS_AMR] }
    return finish(deps, request, reply, { login, secondFactor })
  })
}

const sendEnded = (reply: FastifyReply) =>
  sendPage(
    reply,
    messagePage('This link is no longer valid', [
      'A break-glass link can be used once, within 15 minutes, in the browser that it was opened in. This link was already used or replaced, it has expired, or the account is no longer an enabled operator.',
      'To create a new link, run binnacle password-link with the option --break-glass on a host of Binnacle.',
    ]),
    404,
  )
