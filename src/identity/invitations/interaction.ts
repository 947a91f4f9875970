import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AnonymousLimit } from '../../platform/http/limits/anonymous-limit.ts'
import type { Mailer } from '../../platform/mail/mailer.ts'
import type { OauthEngine } from '../oauth/engine.ts'
import { makePendingSignIns } from '../second-factor/pending-sign-in.ts'
import { PASSWORD_AMR } from '../second-factor/rules.ts'
import { confirmSignIn, type Origin } from '../sign-in/actions.ts'
import { leaveFormerSession } from '../sign-in/former-session.ts'
import { type AfterSignIn, type Details, finish } from '../sign-in/interaction.ts'
import { makeKnownBrowsers } from '../sign-in/known-browser.ts'
import { findSignInAccount } from '../sign-in/store.ts'
import { makeInvitationCookie } from './cookie.ts'
import type { OpenedDeps } from './opened.ts'

type ResumeDeps = OpenedDeps &
  Readonly<{
    engine: OauthEngine
    mailer: Mailer
    anonymous: AnonymousLimit
    afterSignIn: AfterSignIn
  }>
type Interaction = Readonly<{ uid: string; details: Details; client: string }>

/** What an opened invitation changes at the sign-in: it goes on by itself, or says what follows. */
export function makeOpenedInvitations(deps: ResumeDeps) {
  const cookie = makeInvitationCookie(deps)
  const browsers = makeKnownBrowsers(deps.seal, deps.realTime, deps.config)
  const pendingSignIns = makePendingSignIns(deps)

  /** Whoever has just created their account is signed in, once, in the browser in which they did. */
  async function signIn(
    secret: string,
    { uid, details, client }: Interaction,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply | undefined> {
    const { db, realTime, mailer } = deps
    const accountId = await deps.links.endSignIn(secret, realTime())
    const account = accountId === undefined ? undefined : await findSignInAccount(db, accountId)
    // Signed out or reset since: then the password decides.
    if (!account || account.disabledAt || account.validAfter) return undefined
    // The organization of the invitation may require a second factor.
    if ((await pendingSignIns.findStep(account.id)) !== 'none') {
      const held = pendingSignIns.hold({ uid, amr: [PASSWORD_AMR], account, isNew: true })
      return reply.header('set-cookie', held.cookies).redirect(held.page, 303)
    }
    const by: Origin = { realTime, source: request.ip, requestId: request.id }
    const attempt = { client, address: request.ip, requestId: request.id, isKnown: true }
    if (!(await confirmSignIn(db, account, attempt, { realTime, mailer }))) return undefined
    deps.anonymous.giveBack(request.ip)
    await leaveFormerSession(db, details, account.id, by)
    reply.header('set-cookie', browsers.remember(account))
    return finish(deps, request, reply, { login: { accountId: account.id } })
  }

  return {
    /** The reply, if there is nothing to show. */
    async resume(
      interaction: Interaction,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<FastifyReply | undefined> {
      const opened = cookie.read(request.headers.cookie)
      if (opened?.isAccepted) {
        reply.header('set-cookie', cookie.clear())
        return signIn(opened.secret, interaction, request, reply)
      }
      if (opened?.issuer === undefined) return undefined
      // Once: whoever comes back from there is asked how to sign in.
      reply.header('set-cookie', cookie.write({ secret: opened.secret }))
      return reply.redirect(`/oauth2/interaction/${interaction.uid}/issuer/${opened.issuer}`, 303)
    },
    /** What the sign-in page says of it. */
    async describe(cookies: string | undefined): Promise<{ login?: string; note?: string }> {
      const opened = cookie.read(cookies)
      const invitation =
        opened && !opened.isAccepted ? await deps.links.find(opened.secret) : undefined
      if (!invitation) return {}
      const note = `When you sign in, you accept the invitation to ${invitation.name}.`
      return { note, ...(invitation.isMailed && { login: invitation.email }) }
    },
  }
}
