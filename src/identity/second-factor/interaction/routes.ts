import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import {
  findInteraction,
  finish as finishInteraction,
  PAGE,
  refuseForeignForm,
  sendPage,
  sendScriptPage,
} from '../../sign-in/interaction.ts'
import { messagePage } from '../../sign-in/pages.ts'
import { completer } from '../complete.ts'
import { type ContextDeps, type InteractionContext, interactionContexts } from '../contexts.ts'
import { makeFactorCookie } from '../cookie.ts'
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
import { codesPage, enrolPage, givePage } from '../pages.ts'
import { makePendingSignIns } from '../pending-sign-in.ts'
import type { Given } from '../rules.ts'

type Uid = { Params: { uid: string } }
type Sent = Uid & { Body: URLSearchParams }

const PATH = '/oauth2/interaction/:uid/second-factor'
const baseOf = (uid: string) => `/oauth2/interaction/${uid}/second-factor`

/** The page after the password or the issuer: gives a second factor, or sets one up. */
export function interactionFactorRoutes(app: FastifyInstance, deps: ContextDeps & FormDeps): void {
  const step = openStep(deps)
  app.get<Uid>(PATH, PAGE, async (request, reply) =>
    step.show(request, reply, await step.findContext(request, reply)),
  )
  for (const form of Object.keys(GIVING_FORMS) as GivingForm[]) giveRoute(app, deps, step, form)
  for (const kind of NEW_FACTORS) enrolRoute(app, deps, step, kind)
  app.post<Sent>(`${PATH}/continue`, PAGE, async (request, reply) => {
    refuseForeignForm(request, deps.config)
    const context = await step.findContext(request, reply)
    const { given } = context.pending
    if (!given) return reply.redirect(baseOf(request.params.uid), 303)
    return step.finish(request, reply, context, given)
  })
}

type StepPages = ReturnType<typeof openStep>

function openStep(deps: ContextDeps & FormDeps) {
  const pendingSignIns = makePendingSignIns(deps)
  const complete = completer(deps)
  const cookie = makeFactorCookie(deps)

  const findKnown = interactionContexts(deps)

  async function findContext(request: FastifyRequest<Uid>, reply: FastifyReply) {
    const found = await findInteraction(deps, request, reply)
    const context = await findKnown(found, request.params.uid, request.headers.cookie)
    if (!context) throw new errors.SessionNotFound('nobody has proven who they are')
    return context
  }

  async function finish(
    request: FastifyRequest<Uid>,
    reply: FastifyReply,
    context: InteractionContext,
    given: Given,
  ): Promise<FastifyReply> {
    const completed = await complete(context, given, originOf(deps, request))
    reply.header('set-cookie', [...cookie.clear(), ...(completed?.cookies ?? [])])
    if (!completed) return sendEnded(reply, request.params.uid)
    return finishInteraction(deps, request, reply, completed.result)
  }

  async function show(
    request: FastifyRequest<Uid>,
    reply: FastifyReply,
    context: InteractionContext,
    problem?: Problem,
  ): Promise<FastifyReply> {
    const { uid } = request.params
    const { account, destination, pending } = context
    // It was set up in this sign-in, and only the page with the recovery codes was left.
    if (pending.given) return finish(request, reply, context, pending.given)
    const by = originOf(deps, request)
    const cancel = `/oauth2/interaction/${uid}/cancel`
    const shared = { base: baseOf(uid), problem: problem?.sentence, cancel }
    const status = problem?.status ?? 200
    if ((await pendingSignIns.findStep(account.id)) === 'enrol') {
      const described = await describeEnrolment(deps, context, by)
      const page = enrolPage({ ...shared, ...described, account: account.email })
      return sendScriptPage(reply, page, status, destination)
    }
    const described = await describeGiving(deps, context, by)
    const intro = `To sign in as ${account.email}, confirm with your second factor.`
    const page = givePage({ ...shared, ...described, intro })
    return sendScriptPage(reply, page, status, destination)
  }

  return { findContext, cookie, finish, show }
}

function giveRoute(
  app: FastifyInstance,
  deps: ContextDeps & FormDeps,
  step: StepPages,
  form: GivingForm,
): void {
  app.post<Sent>(`${PATH}/${form}`, PAGE, async (request, reply) => {
    refuseForeignForm(request, deps.config)
    const context = await step.findContext(request, reply)
    const outcome = await takeFactor(deps, context, form, request, originOf(deps, request))
    if (outcome === 'right') {
      const given = { method: GIVING_FORMS[form], atMs: deps.realTime().getTime() }
      return step.finish(request, reply, context, given)
    }
    if (typeof outcome === 'object') reply.header('retry-after', outcome.waitSeconds)
    return step.show(request, reply, context, explainGiving(form, outcome))
  })
}

function enrolRoute(
  app: FastifyInstance,
  deps: ContextDeps & FormDeps,
  step: StepPages,
  kind: NewFactor,
): void {
  app.post<Sent>(`${PATH}/enrol/${kind}`, PAGE, async (request, reply) => {
    refuseForeignForm(request, deps.config)
    const context = await step.findContext(request, reply)
    const outcome = await takeNewFactor(deps, context, kind, request, originOf(deps, request))
    if ('fault' in outcome) {
      return step.show(request, reply, context, explainEnrolment(outcome.fault))
    }
    const given = { method: kind, atMs: deps.realTime().getTime() }
    reply.header('set-cookie', step.cookie.write({ ...context.pending, given }))
    const next = { label: 'Continue', form: `${baseOf(request.params.uid)}/continue` }
    return sendPage(reply, codesPage({ codes: outcome.codes, next }), 200, context.destination)
  })
}

const sendEnded = (reply: FastifyReply, uid: string) =>
  sendPage(
    reply,
    messagePage(
      'Sign in again',
      [
        'You were signed out before you confirmed with your second factor, or your account was disabled.',
      ],
      { link: ['Back to the sign-in', `/oauth2/interaction/${uid}`] },
    ),
    401,
  )
