import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Seal } from '../../platform/crypto/seal.ts'
import type { AnonymousLimit } from '../../platform/http/limits/anonymous-limit.ts'
import type { RealClock } from '../../platform/time.ts'
import type { OauthEngine } from '../oauth/engine.ts'
import { ISSUER_AMR, ISSUER_ASKED_AMR } from '../oauth/rules.ts'
import type { RefusedAttempts } from '../refused-attempts.ts'
import { makePendingSignIns } from '../second-factor/pending-sign-in.ts'
import { type Given, SECOND_FACTOR_AMR } from '../second-factor/rules.ts'
import type { IdentityConfig } from '../settings.ts'
import { leaveFormerSession } from '../sign-in/former-session.ts'
import {
  type AfterSignIn,
  findInteraction,
  finish,
  PAGE,
  sendPage,
} from '../sign-in/interaction.ts'
import { makeKnownBrowsers } from '../sign-in/known-browser.ts'
import { messagePage } from '../sign-in/pages.ts'
import { hasSignIn, type SignInIssuer } from '../trusted-issuers.ts'
import { type AdmissionDeps, signInByIssuer } from './actions.ts'
import { readPerson, readProof } from './claims.ts'
import { type IssuerClient, IssuerFailure, openIssuerClient, toFailure } from './client.ts'
import { makeLinkCookie, makePendingCookie } from './cookie.ts'
import {
  accountGone,
  emailTaken,
  expired,
  explainFailure,
  explainRefusal,
  type Failure,
  signedOut,
} from './errors.ts'
import { type IssuerProof, isAsked, type Person } from './rules.ts'

export type FederationDeps = Omit<AdmissionDeps, 'browsers' | 'pendingSignIns'> &
  Readonly<{
    config: IdentityConfig
    seal: Seal
    realTime: RealClock
    engine: OauthEngine
    refused: RefusedAttempts
    anonymous: AnonymousLimit
    afterSignIn: AfterSignIn
  }>

type Step = { Params: { uid: string; id: string } }
type Callback = { Params: { id: string } }

/** Where an issuer sends people back to. Each has its own address, so that one cannot answer for another. */
const redirectUriOf = ({ publicUrl }: Pick<IdentityConfig, 'publicUrl'>, id: string) =>
  `${publicUrl}/oauth2/issuer/${id}/callback`

const pathOf = (uid: string, id: string) => `/oauth2/interaction/${uid}/issuer/${id}`

const FRESH_REASONS = new Set(['login_prompt', 'max_age'])

/** People sign in elsewhere and come back: to the issuer, back from it, and on to the client. */
export function federationRoutes(app: FastifyInstance, deps: FederationDeps): void {
  const { config, realTime } = deps
  const clients: Clients = new Map(
    config.trustedIssuers.filter(hasSignIn).map((issuer) => {
      const { id } = issuer.signIn
      return [id, openIssuerClient(issuer, redirectUriOf(config, id), realTime)]
    }),
  )
  const pendingCookie = makePendingCookie(deps)

  app.get<Step>('/oauth2/interaction/:uid/issuer/:id', PAGE, async (request, reply) => {
    const { uid, id } = request.params
    const client = clients.get(id)
    if (!client) return reply.callNotFound()
    const { details } = await findInteraction(deps, request, reply)
    if (details.prompt.name !== 'login') return reply.redirect(`/oauth2/interaction/${uid}`, 303)
    const isFresh = details.prompt.reasons.some((reason) => FRESH_REASONS.has(reason))
    try {
      const { url, expected } = await client.begin(isFresh)
      reply.header(
        'set-cookie',
        pendingCookie.write({ ...expected, uid, id, begunAtMs: realTime().getTime() }),
      )
      return reply.redirect(url.href, 303)
    } catch (err) {
      request.log.warn({ issuer: client.setting.issuer, err }, 'sign-in at an issuer failed')
      return sendFailure(reply, uid, explainFailure(toFailure(err), client.setting))
    }
  })

  // The cookie of the interaction is sent to its own path only, so the answer is taken there.
  app.get<Callback>('/oauth2/issuer/:id/callback', PAGE, async (request, reply) => {
    const { id } = request.params
    const pending = pendingCookie.read(request.headers.cookie)
    if (!pending || pending.id !== id) return sendFailure(reply, undefined, expired)
    const query = queryOf(request)
    return reply.redirect(`${pathOf(pending.uid, id)}/callback?${query}`, 303)
  })
  answerRoute(app, deps, clients, pendingCookie)
}

type Clients = ReadonlyMap<string, IssuerClient>

/** Back from the issuer. */
function answerRoute(
  app: FastifyInstance,
  deps: FederationDeps,
  clients: Clients,
  pendingCookie: ReturnType<typeof makePendingCookie>,
): void {
  const linkCookie = makeLinkCookie(deps)
  const browsers = makeKnownBrowsers(deps.seal, deps.realTime, deps.config)
  const pendingSignIns = makePendingSignIns(deps)
  const admission = { ...deps, browsers, pendingSignIns }
  app.get<Step>('/oauth2/interaction/:uid/issuer/:id/callback', PAGE, async (request, reply) => {
    const { uid, id } = request.params
    const client = clients.get(id)
    const pending = pendingCookie.read(request.headers.cookie)
    if (!client || !pending || pending.uid !== uid || pending.id !== id)
      return sendFailure(reply, undefined, expired)
    const { details, clientId } = await findInteraction(deps, request, reply)
    // Whatever comes of it: what was expected is expected once.
    reply.header('set-cookie', pendingCookie.clear())
    const { setting: issuer } = client
    const hasGroups = await deps.groups.hasGroups(issuer.issuer)
    const claims = await client
      .finish(queryOf(request), pending, hasGroups)
      .catch((err: unknown) => {
        request.log.warn({ issuer: issuer.issuer, err }, 'sign-in at an issuer failed')
        return toFailure(err)
      })
    if (claims instanceof IssuerFailure)
      return sendFailure(reply, uid, explainFailure(claims, issuer))
    const by = { realTime: deps.realTime, source: request.ip, requestId: request.id }
    const person = readPerson(issuer, claims)
    const { cookie: cookies } = request.headers
    const proof = readProof(claims, pending, by.realTime())
    const attempted = { issuer, person, client: clientId, cookies, proof }
    const outcome = await signInByIssuer(admission, attempted, by)
    if ('ungranted' in outcome) warnOfUngranted(request, issuer, outcome.ungranted)
    if ('held' in outcome) {
      const { held: account, isNew } = outcome
      deps.anonymous.giveBack(request.ip)
      const proven = { uid, amr: amrOf(proof), issuer: issuer.issuer, isNew, account }
      const held = pendingSignIns.hold(proven)
      return reply.header('set-cookie', held.cookies).redirect(held.page, 303)
    }
    if ('accountId' in outcome) {
      const { accountId } = outcome
      deps.anonymous.giveBack(request.ip)
      reply.header('set-cookie', [...outcome.cookies])
      await leaveFormerSession(deps.db, details, accountId, by)
      return finish(deps, request, reply, toResult(accountId, person, proof))
    }
    return refuse(request, reply, outcome, issuer, clientId)
  })

  function refuse(
    request: FastifyRequest<Step>,
    reply: FastifyReply,
    outcome: Refused,
    issuer: SignInIssuer,
    client: string,
  ): FastifyReply {
    const { uid } = request.params
    if ('unlinked' in outcome && deps.config.bundledSignIn) {
      reply.header('set-cookie', linkCookie.write({ ...outcome.unlinked, uid }))
      return reply.redirect(`/oauth2/interaction/${uid}`, 303)
    }
    const attempt = { action: 'account.sign-in-failed', accountId: null, client } as const
    deps.refused.note({ ...attempt, address: request.ip })
    return sendFailure(reply, uid, explain(outcome, issuer))
  }
}

/** With the second factor that was given at the issuer, if it counts, and since when. */
function toResult(accountId: string, { hasSecondFactor }: Person, proof: IssuerProof) {
  const amr = amrOf(proof)
  if (!hasSecondFactor) return { login: { accountId, amr } }
  const login = { accountId, amr: [...amr, SECOND_FACTOR_AMR] }
  const { provenAt } = proof
  if (!provenAt) return { login }
  const secondFactor: Given = { method: 'issuer', atMs: provenAt.getTime() }
  return { login, secondFactor }
}

const amrOf = (proof: IssuerProof) =>
  isAsked(proof) ? [ISSUER_AMR, ISSUER_ASKED_AMR] : [ISSUER_AMR]

type Outcome = Awaited<ReturnType<typeof signInByIssuer>>
type Refused = Exclude<Outcome, { ungranted: unknown }>
type Ungranted = Extract<Outcome, { accountId: string }>['ungranted']

/** The person is signed in all the same. */
function warnOfUngranted(request: FastifyRequest, { issuer }: SignInIssuer, all: Ungranted): void {
  if (all === 'groups omitted') {
    request.log.warn(
      { issuer },
      'the issuer left the groups out because there are too many: no role was given or taken',
    )
    return
  }
  for (const { organization, reason } of all)
    request.log.warn({ issuer, organization, reason }, 'a role of a group was not given or taken')
}

function explain(outcome: Refused, issuer: SignInIssuer): Failure {
  if ('unlinked' in outcome) return emailTaken(outcome.unlinked)
  if (outcome.fault === 'signed out') return signedOut
  return outcome.fault === 'disabled' ? accountGone : explainRefusal(outcome, issuer)
}

const queryOf = ({ url }: FastifyRequest) => url.replace(/^[^?]*\??/s, '')

function sendFailure(
  reply: FastifyReply,
  uid: string | undefined,
  { code, title, sentences }: Failure,
): FastifyReply {
  const link = uid && (['Back to the sign-in', `/oauth2/interaction/${uid}`] as const)
  return sendPage(reply, messagePage(title, sentences, { code, ...(link && { link }) }), 403)
}
