import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ContextDeps, SessionContext } from '../../second-factor/contexts.ts'
import { sessionContexts } from '../../second-factor/contexts.ts'
import {
  describeEnrolment,
  describeGiving,
  type FormDeps,
  originOf,
  type Problem,
} from '../../second-factor/forms.ts'
import { hasSecondFactor } from '../../second-factor/store.ts'
import { findSession, sendPage, sendScriptPage } from '../../sign-in/interaction.ts'
import { messagePage } from '../../sign-in/pages.ts'
import { type Confirmed, confirmSession, findRequestingSession, findUsedAt } from '../actions.ts'
import {
  confirmRequestPage,
  enrolForRequestPage,
  giveForRequestPage,
  type RequestView,
  signInPage,
} from '../pages.ts'
import {
  type ConfirmLink,
  type ConfirmState,
  type ConfirmStep,
  isSignIn,
  stateOf,
  stepOf,
} from '../rules.ts'

export type ConfirmationDeps = ContextDeps & FormDeps
export type Secret = { Params: { secret: string } }
type Request = FastifyRequest<Secret>

/** What a browser does next on the page of a link, and how it ends. */
export function openSteps(deps: ConfirmationDeps) {
  const { db, seal, realTime } = deps
  const findContext = contextFinder(deps)

  const readState = async (link: ConfirmLink): Promise<ConfirmState> =>
    stateOf(link, await findUsedAt(db, link.accountId, link.sessionId), realTime())

  async function findStep(
    link: ConfirmLink,
    { account, provenAt, usedAt }: SessionContext,
  ): Promise<ConfirmStep> {
    const has = await hasSecondFactor(db, account.id)
    const browser = { accountId: account.id, hasSecondFactor: has, provenAt, usedAt }
    return stepOf(link, browser)
  }

  async function show(
    link: ConfirmLink,
    request: Request,
    reply: FastifyReply,
    problem?: Problem,
  ): Promise<FastifyReply> {
    const { secret } = request.params
    const state = await readState(link)
    if (state !== 'pending') return sendOver(reply, state)
    const context = await findContext(request, reply)
    if (!context) return sendPage(reply, signInPage(secret, 'sign-in'))
    const step = await findStep(link, context)
    if (isSignIn(step)) return sendPage(reply, signInPage(secret, step, context.account.email))
    const view = await describeRequest(deps, link, secret, context.account.email)
    if (!view) return sendOver(reply, 'ended')
    if (step === 'confirm') return sendPage(reply, confirmRequestPage(view))
    const page = await writeFormPage(deps, step, view, context, request, problem?.sentence)
    return sendScriptPage(reply, page, problem?.status ?? 200, '')
  }

  /** What was given in this browser counts for the session of the link. */
  async function confirm(
    link: ConfirmLink,
    { sessionId: browserSessionId }: SessionContext,
    request: Request,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const requesting = await findRequestingSession(db, seal, link, realTime())
    if (!requesting) return sendOver(reply, 'ended')
    const given = { browserSessionId, client: requesting.clientId }
    const outcome = await confirmSession(db, link, given, originOf(deps, request))
    if (outcome === 'not-given') return show(link, request, reply)
    return sendOver(reply, outcome === 'used' ? 'confirmed' : outcome)
  }

  return { findContext, readState, findStep, show, confirm }
}

export type Steps = ReturnType<typeof openSteps>

/** Whoever is signed in in this browser. */
function contextFinder(deps: ConfirmationDeps) {
  const findKnown = sessionContexts(deps)
  return async (request: Request, reply: FastifyReply): Promise<SessionContext | undefined> => {
    const session = await findSession(deps, request, reply)
    return session && findKnown(session)
  }
}

/** Undefined if the session that the link is for has ended. */
async function describeRequest(
  { db, seal, realTime, engine }: ConfirmationDeps,
  link: ConfirmLink,
  secret: string,
  account: string,
): Promise<RequestView | undefined> {
  const requesting = await findRequestingSession(db, seal, link, realTime())
  if (!requesting) return undefined
  const { clientId, signedInAt } = requesting
  const client = (await engine.provider().Client.find(clientId))?.clientName ?? clientId
  const { source, code, issuedAt: requestedAt } = link
  return { secret, account, client, signedInAt, source, requestedAt, code }
}

async function writeFormPage(
  deps: ConfirmationDeps,
  step: 'give' | 'enrol',
  view: RequestView,
  context: SessionContext,
  request: Request,
  problem: string | undefined,
): Promise<string> {
  const by = originOf(deps, request)
  return step === 'give'
    ? giveForRequestPage(view, await describeGiving(deps, context, by), problem)
    : enrolForRequestPage(view, await describeEnrolment(deps, context, by), problem)
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

export function sendOver(reply: FastifyReply, over: Over): FastifyReply {
  const [status, title, sentences] = OVER[over]
  return sendPage(reply, messagePage(title, sentences), status)
}
