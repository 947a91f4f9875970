import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { digestOf } from '../../platform/crypto/digest.ts'
import { issuerOf } from '../oauth/provider.ts'
import {
  type ContextDeps,
  type SessionContext,
  sessionContexts,
} from '../second-factor/contexts.ts'
import { lacksFactor } from '../second-factor/sessions.ts'
import { findSession, PAGE, refuseForeignForm, sendPage } from '../sign-in/interaction.ts'
import { messagePage } from '../sign-in/pages.ts'
import { mailVerification, type Verified, verifyEmail } from './actions.ts'
import { askPage, VERIFY_PATH, type VerifyView, verifyPage } from './pages.ts'
import { isGood } from './rules.ts'
import { findVerification } from './store.ts'

type Link = { Params: { secret: string } }

/** Of whoever is signed in in this browser, and joined with a copied link. */
export function verifyEmailRoutes(app: FastifyInstance, deps: ContextDeps): void {
  const { db, config, realTime } = deps
  const mailer = {
    ...deps,
    linkTo: (secret: string) => `${issuerOf(config)}/verify-email/${secret}`,
  }
  const findContext = contextFinder(deps)
  const sendMessage = messageSender(deps)
  const originOf = ({ ip: source, id: requestId }: FastifyRequest) => ({
    ...{ realTime, source, requestId },
  })

  app.get(VERIFY_PATH, PAGE, async (request, reply) => {
    const context = await findContext(request, reply)
    if (!context) return sendMessage(reply, 'signed out')
    const view = viewOf(context)
    if (!view) return sendMessage(reply, 'verified')
    return deps.mailer.isOn ? sendPage(reply, askPage(view)) : sendMessage(reply, 'no mail')
  })
  app.post(VERIFY_PATH, PAGE, async (request, reply) => {
    refuseForeignForm(request, config)
    const context = await findContext(request, reply)
    if (!context) return sendMessage(reply, 'signed out')
    if (!deps.mailer.isOn) return sendMessage(reply, 'no mail')
    const outcome = await mailVerification(mailer, context, originOf(request))
    return sendMessage(reply, outcome === 'ended' ? 'signed out' : outcome)
  })

  app.get<Link>(`${VERIFY_PATH}/:secret`, PAGE, async (request, reply) => {
    const { secret } = request.params
    const context = await findContext(request, reply)
    if (!context) return sendMessage(reply, 'signed out')
    const view = viewOf(context)
    const verification = await findVerification(db, context.account.id)
    return view && isGood(verification, digestOf(secret), realTime())
      ? sendPage(reply, verifyPage(secret, view))
      : sendMessage(reply, 'over')
  })
  app.post<Link>(`${VERIFY_PATH}/:secret`, PAGE, async (request, reply) => {
    refuseForeignForm(request, config)
    const context = await findContext(request, reply)
    if (!context) return sendMessage(reply, 'signed out')
    const outcome = await verifyEmail(deps, context, request.params.secret, originOf(request))
    return sendMessage(reply, outcome === 'ended' ? 'signed out' : outcome)
  })
}

function contextFinder(deps: ContextDeps) {
  const findKnown = sessionContexts(deps)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await findSession(deps, request, reply)
    if (!session || (await lacksFactor(deps.db, session.accountId, session.amr))) return undefined
    return findKnown(session)
  }
}

/** Undefined if there is no address to verify. */
const viewOf = ({ account: { name, unverified_email } }: SessionContext): VerifyView | undefined =>
  unverified_email === null ? undefined : { account: name, email: unverified_email }

type Message =
  | Exclude<Verified, 'ended'>
  | 'signed out'
  | 'no mail'
  | 'sent'
  | 'limited'
  | 'verified'

const MESSAGES: Readonly<Record<Message, readonly [number, string, ...string[]]>> = {
  'signed out': [
    401,
    'You are not signed in',
    'You are not signed in to Binnacle in this browser, or the sign-in has expired.',
    'Open your account, sign in, and then open this page again.',
  ],
  'no mail': [
    200,
    'Verify your e-mail address',
    'This installation does not send e-mail. Ask an operator to set the e-mail address of your account.',
  ],
  verified: [200, 'Nothing to verify', 'Your account has no unverified e-mail address.'],
  sent: [
    200,
    'Check your e-mail',
    'Binnacle sends a link to the address. You can use it once, within 24 hours, in a browser in which you are signed in. Earlier links no longer work.',
    'If nothing arrives within a few minutes, check the spam folder. At most five links a day are sent to an address.',
  ],
  limited: [
    429,
    'No link was sent',
    'The daily limit for links to this address has been reached. The last link stays valid for 24 hours. Try again tomorrow, or ask an operator to set the address.',
  ],
  done: [
    200,
    'Your e-mail address is verified',
    'You can sign in with it, and Binnacle sends e-mail to it.',
  ],
  taken: [
    409,
    'The address cannot be used',
    'Another account already uses this e-mail address, so it cannot be added to your account. If the other account is also yours, sign in with it. Otherwise, ask an operator for help.',
  ],
  over: [
    404,
    'This link is no longer valid',
    'A link to verify an e-mail address can be used once, within 24 hours, by the account that asked for it. A newer link invalidates it.',
    'Check that you are signed in with that account, or request a new link in your account settings.',
  ],
}

const messageSender =
  ({ config }: ContextDeps) =>
  (reply: FastifyReply, message: Message) => {
    const [status, title, ...sentences] = MESSAGES[message]
    const link = ['Open your account', `${config.portalUrl}/account`] as const
    return sendPage(reply, messagePage(title, sentences, { link }), status)
  }
