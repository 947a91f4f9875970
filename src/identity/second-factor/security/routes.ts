import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toMinute } from '../../../directory/notices/rules.ts'
import { fieldOf } from '../../oauth/rules.ts'
import {
  findSession,
  PAGE,
  refuseForeignForm,
  sendPage,
  sendScriptPage,
} from '../../sign-in/interaction.ts'
import { messagePage } from '../../sign-in/pages.ts'
import { signInAgainAddress } from '../../sign-in/sign-in-again.ts'
import { type ContextDeps, type SessionContext, sessionContexts } from '../contexts.ts'
import { removeFactor, renewRecoveryCodes } from '../enrolment/actions.ts'
import { countRecoveryCodes, findTotp, listPasskeys } from '../factors/store.ts'
import {
  describeEnrolment,
  describeGiving,
  explainEnrolment,
  explainGiving,
  type FormDeps,
  GIVING_FORMS,
  type GivingForm,
  NEW_FACTORS,
  type NewFactor,
  originOf,
  type Problem,
  takeFactor,
  takeNewFactor,
} from '../forms.ts'
import { codesPage, givePage, securityPage } from '../pages.ts'
import {
  MOST_PASSKEYS,
  mayChangeFactors,
  needsSignInToEnrol,
  SECOND_FACTOR_AMR,
  type SecondFactorMethod,
  type SecondFactorNeed,
} from '../rules.ts'
import { findSecondFactorNeed, recordSecondFactor } from '../store.ts'

export const SECURITY_PATH = '/oauth2/security'
/** Leads back to this page after a sign-in. */
export const SECURITY_STATE = 'security'

type Sent = { Body: URLSearchParams }
type Deps = ContextDeps & FormDeps

const backOf = ({ config }: Deps) => `${config.portalUrl}/account`

/** The second factors of whoever is signed in in this browser. Any change needs one that was just given. */
export function securityRoutes(app: FastifyInstance, deps: Deps): void {
  const findKnown = sessionContexts(deps)
  const findContext = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await findSession(deps, request, reply)
    return session && findKnown(session)
  }
  app.get(SECURITY_PATH, PAGE, async (request, reply) => {
    const context = await findContext(request, reply)
    return context ? show(deps, request, reply, context) : sendSignedOut(reply, backOf(deps))
  })
  const post: Post = (path, answer) =>
    app.post<Sent>(`${SECURITY_PATH}/${path}`, PAGE, async (request, reply) => {
      refuseForeignForm(request, deps.config)
      const context = await findContext(request, reply)
      return context ? answer(request, reply, context) : sendSignedOut(reply, backOf(deps))
    })
  for (const form of Object.keys(GIVING_FORMS) as GivingForm[]) giveRoute(post, deps, form)
  for (const kind of NEW_FACTORS) enrolRoute(post, deps, kind)
  changeRoutes(post, deps)
}

/** For whoever is signed in, with a form of ours. */
type Post = (
  path: string,
  answer: (
    request: FastifyRequest<Sent>,
    reply: FastifyReply,
    context: SessionContext,
  ) => Promise<FastifyReply>,
) => void

async function show(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  context: SessionContext,
  { sentence: problem, status }: Partial<Problem> = {},
): Promise<FastifyReply> {
  const { db, realTime } = deps
  const { account } = context
  const by = originOf(deps, request)
  const need = await findSecondFactorNeed(db, account.id)
  if (need && isSignInNeeded(deps, need, context)) return sendSignInAgain(deps, reply, OBLIGED)
  const shared = { base: SECURITY_PATH, problem }
  if (need && !mayChangeFactors(need, context, realTime())) {
    if (!need.hasSecondFactor) return sendSignInAgain(deps, reply, LONG_AGO)
    const described = await describeGiving(deps, context, by)
    const intro = `To see or change the second factors of ${account.email}, confirm with one of them.`
    return sendScriptPage(reply, givePage({ ...shared, ...described, intro }), status ?? 200, '')
  }
  const listed = await describeFactors(deps, account.id)
  const described = await describeEnrolment(deps, context, by)
  const isFull = listed.passkeys.length >= MOST_PASSKEYS
  const page = securityPage({
    ...shared,
    ...listed,
    totp: described.totp,
    passkey: isFull ? undefined : described.passkey,
    account: account.email,
    back: backOf(deps),
  })
  return sendScriptPage(reply, page, status ?? 200, '')
}

async function describeFactors({ db }: Deps, accountId: string) {
  const passkeys = await listPasskeys(db, accountId)
  const totp = await findTotp(db, accountId)
  return {
    passkeys: passkeys.map(({ credential_id, name, created_at, last_used_at }) => ({
      id: credential_id.toString('base64url'),
      name,
      added: toMinute(created_at),
      used: last_used_at ? toMinute(last_used_at) : 'never',
    })),
    totpSince: totp && toMinute(totp.confirmed_at),
    codesLeft: await countRecoveryCodes(db, accountId),
  }
}

const sendSignedOut = (reply: FastifyReply, back: string) =>
  sendPage(
    reply,
    messagePage('You are not signed in', ['Sign in to the portal, and open this page again.'], {
      link: ['Open the portal', back],
    }),
    401,
  )

const isSignInNeeded = (
  { config, realTime }: Deps,
  need: SecondFactorNeed,
  { usedAt }: SessionContext,
): boolean => needsSignInToEnrol(need, config.operatorSecondFactor, usedAt, realTime())

const LONG_AGO = 'You signed in more than 15 minutes ago. Sign in again to set up a second factor.'
const OBLIGED =
  'Your account needs a second factor and does not have one yet. Sign in again to set it up.'

/** A session that somebody else uses cannot set up a second factor for an account that has none. */
const sendSignInAgain = ({ config }: Deps, reply: FastifyReply, sentence: string) =>
  sendPage(
    reply,
    messagePage('Sign in again', [sentence], {
      link: ['Sign in', signInAgainAddress(config.publicUrl, SECURITY_STATE)],
    }),
    401,
  )

const goOn = (reply: FastifyReply) => reply.redirect(SECURITY_PATH, 303)
const showCodes = (reply: FastifyReply, codes: readonly string[]) =>
  sendPage(reply, codesPage({ codes, next: { label: 'Continue', page: SECURITY_PATH } }))

/** From now on, the session counts as one in which a second factor was given. */
export async function noteGiven(
  { db, realTime }: Deps,
  { account, sessionId, raise }: SessionContext,
  method: SecondFactorMethod,
): Promise<void> {
  await raise(SECOND_FACTOR_AMR)
  await recordSecondFactor(db, { accountId: account.id, sessionId, method, at: realTime() })
}

function giveRoute(post: Post, deps: Deps, form: GivingForm): void {
  post(form, async (request, reply, context) => {
    const outcome = await takeFactor(deps, context, form, request, originOf(deps, request))
    if (outcome === 'right') {
      await noteGiven(deps, context, GIVING_FORMS[form])
      return goOn(reply)
    }
    if (typeof outcome === 'object') reply.header('retry-after', outcome.waitSeconds)
    return show(deps, request, reply, context, explainGiving(form, outcome))
  })
}

function enrolRoute(post: Post, deps: Deps, kind: NewFactor): void {
  post(`enrol/${kind}`, async (request, reply, context) => {
    const need = await findSecondFactorNeed(deps.db, context.account.id)
    if (need && isSignInNeeded(deps, need, context)) return show(deps, request, reply, context)
    const outcome = await takeNewFactor(deps, context, kind, request, originOf(deps, request))
    if ('fault' in outcome)
      return show(deps, request, reply, context, explainEnrolment(outcome.fault))
    await noteGiven(deps, context, kind)
    return outcome.codes.length > 0 ? showCodes(reply, outcome.codes) : goOn(reply)
  })
}

function changeRoutes(post: Post, deps: Deps): void {
  post('recovery-codes', async (request, reply, context) => {
    const outcome = await renewRecoveryCodes(deps, context, originOf(deps, request))
    return 'fault' in outcome
      ? show(deps, request, reply, context, explainEnrolment(outcome.fault))
      : showCodes(reply, outcome.codes)
  })
  for (const kind of NEW_FACTORS) {
    post(`remove/${kind}`, async (request, reply, context) => {
      const credentialId = Buffer.from(fieldOf(request.body, 'id'), 'base64url')
      const which = kind === 'totp' ? kind : { credentialId }
      const outcome = await removeFactor(deps, context, which, originOf(deps, request))
      return outcome === 'removed'
        ? goOn(reply)
        : show(deps, request, reply, context, explainEnrolment(outcome.fault))
    })
  }
}
