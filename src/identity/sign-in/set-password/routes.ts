import type { FastifyInstance } from 'fastify'
import { findAccount } from '../../../directory/accounts/store.ts'
import type { Seal } from '../../../platform/crypto/seal.ts'
import type { Db } from '../../../platform/db/connect.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { RealClock } from '../../../platform/time.ts'
import { fieldOf } from '../../oauth/rules.ts'
import type { IdentityConfig } from '../../settings.ts'
import { BUSY_FOR_S } from '../actions.ts'
import { passwordsOff } from '../errors.ts'
import { PAGE, refuseForeignForm, sendPage } from '../interaction.ts'
import { makeKnownBrowsers } from '../known-browser.ts'
import { messagePage, passwordPage } from '../pages.ts'
import type { Passwords } from '../passwords.ts'
import { judgePassword } from '../rules.ts'
import { BUSY, PASSWORD_FAULTS } from '../sentences.ts'
import { findSignInAccount } from '../store.ts'
import { findLink, setPassword } from './actions.ts'

type Deps = Readonly<{
  db: Db
  seal: Seal
  realTime: RealClock
  mailer: Mailer
  config: IdentityConfig
  passwords: Passwords
}>
type Form = { Body: URLSearchParams }
type Secret = { Params: { secret: string } }

/** The page that a link opens with which a password can be set. */
export function setPasswordRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, realTime, config, passwords } = deps
  const browsers = makeKnownBrowsers(deps.seal, realTime, config)
  const path = '/oauth2/set-password/:secret'
  const findHolder = async (secret: string) => {
    if (!config.bundledSignIn) throw passwordsOff()
    const accountId = await findLink(db, secret, realTime())
    return accountId === undefined ? undefined : findAccount(db, accountId)
  }
  app.get<Secret>(path, PAGE, async ({ params: { secret } }, reply) => {
    const holder = await findHolder(secret)
    return holder
      ? sendPage(reply, passwordPage({ secret, account: holder.email }))
      : sendPage(reply, linkEnded(), 404)
  })
  app.post<Secret & Form>(path, PAGE, async (request, reply) => {
    refuseForeignForm(request, config)
    const { secret } = request.params
    const holder = await findHolder(secret)
    if (!holder) return sendPage(reply, linkEnded(), 404)
    const { email: account, name, display_name: displayName } = holder
    const password = fieldOf(request.body, 'password')
    const named = { name, displayName, email: account }
    const fault = judgePassword(password, fieldOf(request.body, 'again'), named)
    if (fault) {
      return sendPage(
        reply,
        passwordPage({ secret, account, problem: PASSWORD_FAULTS[fault] }),
        400,
      )
    }
    const by = { realTime, source: request.ip, requestId: request.id, mailer: deps.mailer }
    const outcome = await setPassword(db, passwords, { secret, password }, by)
    if (outcome === 'busy') {
      reply.header('retry-after', BUSY_FOR_S)
      return sendPage(reply, passwordPage({ secret, account, problem: BUSY }), 503)
    }
    const person = outcome === 'set' ? await findSignInAccount(db, holder.id) : undefined
    if (!person) return sendPage(reply, linkEnded(), 404)
    reply.header('set-cookie', browsers.rememberFromLink(person))
    const done = ['Your password is set. You can now sign in with it.']
    const link = ['Open Binnacle', config.portalUrl] as const
    return sendPage(reply, messagePage('Done', done, { link }))
  })
}

const linkEnded = () =>
  messagePage('This link is no longer valid', [
    'A link can be used once, within 24 hours, or within one hour if it was mailed to you. This link was already used or replaced, or it has expired.',
    'Ask for a new link on the sign-in page, or ask your administrator.',
  ])
