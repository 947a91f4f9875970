import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SIGNED_IN_PATH } from '../oauth/clients.ts'
import type { SessionContext } from '../second-factor/contexts.ts'
import {
  explainEnrolment,
  explainGiving,
  GIVING_FORMS,
  type GivingForm,
  NEW_FACTORS,
  originOf,
  takeFactor,
  takeNewFactor,
} from '../second-factor/forms.ts'
import { codesPage } from '../second-factor/pages.ts'
import { noteGiven, SECURITY_PATH, SECURITY_STATE } from '../second-factor/security/routes.ts'
import { PAGE, refuseForeignForm, sendPage } from '../sign-in/interaction.ts'
import { signInAgainAddress } from '../sign-in/sign-in-again.ts'
import { makeConfirmLinks } from './link.ts'
import { confirmPath } from './pages.ts'
import { type ConfirmLink, isSignIn, stateOf } from './rules.ts'
import {
  type ConfirmationDeps,
  openSteps,
  type Secret,
  type Steps,
  sendOver,
} from './steps/routes.ts'

type Sent = Secret & { Body: URLSearchParams }

const PATH = '/oauth2/confirm/:secret'

/** Where people give a second factor for another session. Reading these pages confirms nothing. */
export function confirmationRoutes(app: FastifyInstance, deps: ConfirmationDeps): void {
  const { config, anonymous } = deps
  const links = makeConfirmLinks({ ...deps, publicUrl: config.publicUrl })
  const steps = openSteps(deps)

  app.get<Secret>(PATH, PAGE, async (request, reply) => {
    const link = links.open(request.params.secret)
    return link ? steps.show(link, request, reply) : sendOver(reply, 'expired')
  })

  /** A form of ours, by whoever is signed in with the account of the link, while it can be used. */
  const post = (path: string, answer: Answer) =>
    app.post<Sent>(`${PATH}${path}`, PAGE, async (request, reply) => {
      refuseForeignForm(request, config)
      const link = links.open(request.params.secret)
      if (!link) return sendOver(reply, 'expired')
      const context = await steps.findContext(request, reply)
      const isOwn = context?.account.id === link.accountId
      const isPending = (await steps.readState(link)) === 'pending'
      return isOwn && isPending
        ? answer(link, context, request, reply)
        : steps.show(link, request, reply)
    })
  post('', steps.confirm)
  factorRoutes(post, deps, steps)

  app.get<Secret>(`${PATH}/sign-in`, PAGE, async ({ params: { secret } }, reply) =>
    links.open(secret)
      ? reply.redirect(signInAgainAddress(config.publicUrl, secret), 303)
      : sendOver(reply, 'expired'),
  )
  type Returned = { Querystring: { state?: unknown } }
  app.get<Returned>(SIGNED_IN_PATH, PAGE, async ({ query: { state } }, reply) => {
    if (state === SECURITY_STATE) return reply.redirect(SECURITY_PATH, 303)
    return typeof state === 'string' && links.open(state)
      ? reply.redirect(confirmPath(state), 303)
      : sendOver(reply, 'expired')
  })

  // For the application that waits. Only who was refused has the address.
  app.get<Secret>(`${PATH}/status`, PAGE, async ({ params: { secret }, ip }, reply) => {
    const link = links.open(secret)
    const isOld = !link || stateOf(link, undefined, deps.realTime()) === 'expired'
    if (!isOld) anonymous.giveBack(ip)
    const status = isOld ? 'expired' : await steps.readState(link)
    return reply
      .header('cache-control', 'no-store')
      .header('access-control-allow-origin', new URL(config.portalUrl).origin)
      .send({ status })
  })
}

/** Gives a second factor and confirms with it, or sets one up. */
function factorRoutes(
  post: (path: string, answer: Answer) => void,
  deps: ConfirmationDeps,
  steps: Steps,
): void {
  for (const form of Object.keys(GIVING_FORMS) as GivingForm[]) {
    post(`/${form}`, async (link, context, request, reply) => {
      const outcome = await takeFactor(deps, context, form, request, originOf(deps, request))
      if (outcome === 'right') {
        await noteGiven(deps, context, GIVING_FORMS[form])
        return steps.confirm(link, context, request, reply)
      }
      if (typeof outcome === 'object') reply.header('retry-after', outcome.waitSeconds)
      return steps.show(link, request, reply, explainGiving(form, outcome))
    })
  }
  for (const kind of NEW_FACTORS) {
    post(`/enrol/${kind}`, async (link, context, request, reply) => {
      if (isSignIn(await steps.findStep(link, context))) return steps.show(link, request, reply)
      const outcome = await takeNewFactor(deps, context, kind, request, originOf(deps, request))
      if ('fault' in outcome) {
        return steps.show(link, request, reply, explainEnrolment(outcome.fault))
      }
      await noteGiven(deps, context, kind)
      const page = confirmPath(request.params.secret)
      const { codes } = outcome
      return codes.length > 0
        ? sendPage(reply, codesPage({ codes, next: { label: 'Continue', page } }))
        : reply.redirect(page, 303)
    })
  }
}

type Answer = (
  link: ConfirmLink,
  context: SessionContext,
  request: FastifyRequest<Sent>,
  reply: FastifyReply,
) => Promise<FastifyReply>
