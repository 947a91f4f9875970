import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LOCAL_ISSUER } from '../../../directory/accounts/rules.ts'
import { findAccount } from '../../../directory/accounts/store.ts'
import { digestOf } from '../../../platform/crypto/digest.ts'
import type { Seal } from '../../../platform/crypto/seal.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { OauthEngine } from '../../oauth/engine.ts'
import { fieldOf, SIGN_IN_LINK_AMR, sessionIdOf } from '../../oauth/rules.ts'
import { openOwnSignIns } from '../../own-sign-ins/actions.ts'
import { lacksFactor } from '../../second-factor/sessions.ts'
import type { IdentityConfig } from '../../settings.ts'
import type { Outcome, SignInTools } from '../actions.ts'
import { findSession, PAGE, refuseForeignForm, sendPage } from '../interaction.ts'
import { messagePage } from '../pages.ts'
import { judgePassword } from '../rules.ts'
import { BUSY, PASSWORD_FAULTS, waitSentence } from '../sentences.ts'
import { listIssuers } from '../store.ts'
import { changePassword } from './actions.ts'
import { changePasswordPage } from './pages.ts'

type Deps = Readonly<{ db: Db; seal: Seal; config: IdentityConfig; engine: OauthEngine }>
type Form = { Body: URLSearchParams }

const PATH = '/oauth2/change-password'

/** Of the session of this browser. No script runs here: none can read what is typed. */
export function changePasswordRoutes(app: FastifyInstance, deps: Deps, tools: SignInTools): void {
  const { db, seal, config } = deps
  const { realTime } = tools
  const signIns = openOwnSignIns({ db, seal, realTime, config })
  const { endOthers } = signIns
  const backLink = ['Back to your account', `${config.portalUrl}/account/password`] as const

  /** Whoever may change a password here; else the page that says why not. */
  async function findPerson(request: FastifyRequest, reply: FastifyReply) {
    const session = await findSession({ ...deps, realTime }, request, reply)
    const account = session && (await findAccount(db, session.accountId))
    const isEnabled = account && !account.disabled_at
    if (!isEnabled || (await lacksFactor(db, account.id, session.amr))) {
      return { refusal: messagePage('You are not signed in', NOT_SIGNED_IN, { link: backLink }) }
    }
    const isByLink = account.is_operator && session.amr?.includes(SIGN_IN_LINK_AMR) === true
    const ways = await signIns.findWays(account.id)
    if (!ways.passwordSetAt && !(isByLink && (await mayHavePassword(account.id)))) {
      const sentences = toNoPassword(ways.issuers.map(({ name }) => name))
      return { refusal: messagePage('You have no password here', sentences, { link: backLink }) }
    }
    return { account, sessionId: sessionIdOf(digestOf(session.uid)), isByLink }
  }
  const mayHavePassword = async (accountId: string) =>
    config.bundledSignIn && (await listIssuers(db, accountId)).includes(LOCAL_ISSUER)

  app.get(PATH, PAGE, async (request, reply) => {
    const found = await findPerson(request, reply)
    if ('refusal' in found) return sendPage(reply, found.refusal, 403)
    const { account, isByLink } = found
    const view = { account: account.email, endsOthers: true, isByLink }
    return sendPage(reply, changePasswordPage(view))
  })

  app.post<Form>(PATH, PAGE, async (request, reply) => {
    refuseForeignForm(request, config)
    const found = await findPerson(request, reply)
    if ('refusal' in found) return sendPage(reply, found.refusal, 403)
    const { account, sessionId, isByLink } = found
    const [typed, password, again] = ['current', 'password', 'again'].map((name) =>
      fieldOf(request.body, name),
    ) as [string, string, string]
    const current = isByLink ? undefined : typed
    const endsOthers = fieldOf(request.body, 'others') === 'end'
    const view = { account: account.email, endsOthers, isByLink }
    const show = (problem: string, status: number) =>
      sendPage(reply, changePasswordPage({ ...view, problem }), status)
    const { name, display_name: displayName, email } = account
    const fault = judgePassword(password, again, { name, displayName, email })
    if (fault) return show(PASSWORD_FAULTS[fault], 400)
    if (password === current) return show(SAME, 400)
    const { ip: address, id: requestId } = request
    const change = { accountId: account.id, sessionId, current, password, endsOthers }
    const where = { address, requestId }
    const outcome = await changePassword(db, { ...tools, endOthers }, { ...change, ...where })
    if ('accountId' in outcome) {
      reply.header('set-cookie', [...outcome.cookies])
      const done = messagePage('Done', toDone(endsOthers), { link: backLink })
      return sendPage(reply, done)
    }
    if ('seconds' in outcome) reply.header('retry-after', outcome.seconds)
    return show(sentenceOf(outcome), STATUS[outcome.refused])
  })
}

type Refused = Extract<Outcome, { refused: string }> | { refused: 'ended' }

const STATUS = { wrong: 401, wait: 429, busy: 503, ended: 409 } as const
const SAME = 'The new password is the same as the current one. Choose another password.'

function sentenceOf(outcome: Refused): string {
  if (outcome.refused === 'wait') return waitSentence(outcome.seconds, outcome.because)
  if (outcome.refused === 'busy') return BUSY
  return outcome.refused === 'wrong'
    ? 'The current password is not correct. Try again.'
    : 'Your password was changed, or you were signed out, in the meantime. Sign in again and try again.'
}

const NOT_SIGNED_IN = [
  'You are not signed in to Binnacle in this browser, or the sign-in has expired.',
  'Open your account, sign in, and choose “Change password” again.',
]

const toNoPassword = (issuers: readonly string[]) => [
  issuers.length > 0
    ? `You sign in with ${issuers.join(' or ')}. Change your password there.`
    : 'Your account has no password in Binnacle, or this installation does not use passwords.',
]

const toDone = (endsOthers: boolean) => [
  'Your password was changed.',
  endsOthers
    ? 'You are signed out in all other browsers and applications. API tokens stay valid.'
    : 'Your other sessions stay signed in. You can end them in your account.',
]
