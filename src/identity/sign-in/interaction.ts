import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RealClock } from '../../platform/time.ts'
import { foreignForm } from '../errors.ts'
import type { OauthEngine } from '../oauth/engine.ts'
import { announceAddress } from '../oauth/routes.ts'
import { isSignInOver } from '../oauth/rules.ts'
import type { IdentityConfig } from '../settings.ts'
import type { Origin } from './actions.ts'
import { messagePage, pageHeaders } from './pages.ts'

/** A route of a page: the person is known by cookies, if at all. */
export const PAGE = { config: { access: { public: true } }, schema: { hide: true } } as const

type Deps = Readonly<{ engine: OauthEngine; config: IdentityConfig }>

/** Does what a browser has asked for before somebody signed in there, such as to accept an invitation. */
export type AfterSignIn = (
  signedIn: Readonly<{ accountId: string; cookies: string | undefined }>,
  by: Origin,
) => Promise<Readonly<{ cookies: readonly string[]; problem?: string }>>

type FinishDeps = Deps & Readonly<{ realTime: RealClock; afterSignIn: AfterSignIn }>

export const sendPage = (
  reply: FastifyReply,
  html: string,
  status = 200,
  formTarget = '',
): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').headers(pageHeaders(formTarget)).send(html)

/** A page for passkeys, which runs a script. */
export const sendScriptPage = (
  reply: FastifyReply,
  html: string,
  status: number,
  formTarget: string,
): FastifyReply =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .headers(pageHeaders(formTarget, true))
    .send(html)

export type Details = Awaited<ReturnType<typeof findInteraction>>['details']

/** The sign-in that this browser has begun. */
export async function findInteraction(
  { engine, config }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  announceAddress(request.raw, config, request.ip)
  const { provider } = engine
  const details = await provider().interactionDetails(request.raw, reply.raw)
  const clientId = String(details.params.client_id)
  const client = await provider().Client.find(clientId)
  const { redirect_uri: uri } = details.params
  return {
    details,
    clientId,
    client: client?.clientName ?? clientId,
    // A form's answer leads on to the client: browsers hold that redirect to form-action too.
    destination: typeof uri === 'string' && URL.canParse(uri) ? new URL(uri).origin : '',
  }
}

/** The session of this browser, whether anybody is signed in or not. */
export function readSession(
  { engine, config }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  announceAddress(request.raw, config, request.ip)
  const provider = engine.provider()
  return provider.Session.get(provider.createContext(request.raw, reply.raw))
}

/** The session of whoever is signed in in this browser, while that sign-in counts. */
export async function findSession(
  deps: Deps & Readonly<{ realTime: RealClock }>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const session = await readSession(deps, request, reply)
  const { accountId, amr, loginTs: sinceS } = session
  const nowS = Math.floor(deps.realTime().getTime() / 1000)
  if (!accountId || isSignInOver({ amr, sinceS }, deps.config, nowS)) return undefined
  return session as typeof session & { accountId: string }
}

/** Goes on to the client. */
export async function finish(
  { engine, realTime, afterSignIn }: FinishDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  result: Parameters<ReturnType<OauthEngine['provider']>['interactionResult']>[2],
): Promise<FastifyReply> {
  // Who allows something has signed in just before: forgotten, `prompt=login` would ask for it again.
  const options = { mergeWithLastSubmission: 'consent' in result }
  const provider = engine.provider()
  // Since now, and not since the permission that may be asked for after it.
  const ts = Math.floor(realTime().getTime() / 1000)
  const timed = result.login ? { ...result, login: { ts, ...result.login } } : result
  const next = await provider.interactionResult(request.raw, reply.raw, timed, options)
  const accountId = result.login?.accountId
  if (accountId === undefined) return reply.redirect(next, 303)
  const by = { realTime, source: request.ip, requestId: request.id }
  const done = await afterSignIn({ accountId, cookies: request.headers.cookie }, by)
  if (done.cookies.length > 0) reply.header('set-cookie', [...done.cookies])
  if (done.problem === undefined) return reply.redirect(next, 303)
  const link = ['Continue', next] as const
  return sendPage(reply, messagePage('You are signed in', [done.problem], { link }))
}

/** Cookies of these pages stay at home on foreign forms (SameSite); who sends one anyway is refused by its origin. */
export function refuseForeignForm(
  { headers }: FastifyRequest,
  { publicUrl }: IdentityConfig,
  friend = publicUrl,
): void {
  const { origin, 'sec-fetch-site': site } = headers
  if (origin === friend) return
  const isForeign =
    (origin !== undefined && origin !== publicUrl) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none')
  if (isForeign) throw foreignForm()
}
