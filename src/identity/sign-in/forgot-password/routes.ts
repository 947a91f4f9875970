import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/db/connect.ts'
import type { Mailer } from '../../../platform/mail/mailer.ts'
import type { RealClock } from '../../../platform/time.ts'
import { issuerOf } from '../../oauth/provider.ts'
import { fieldOf } from '../../oauth/rules.ts'
import type { IdentityConfig } from '../../settings.ts'
import { BUSY_FOR_S } from '../actions.ts'
import { passwordsOff } from '../errors.ts'
import { PAGE, refuseForeignForm, sendPage } from '../interaction.ts'
import { BUSY } from '../sentences.ts'
import { findByLogin } from '../store.ts'
import { mailPasswordLink } from './actions.ts'
import { forgotPasswordPage, linkSentPage, noMailPage } from './pages.ts'
import { makeWorkQueue } from './work-queue.ts'

type Deps = Readonly<{ db: Db; mailer: Mailer; realTime: RealClock; config: IdentityConfig }>
type Form = { Body: URLSearchParams }

const PATH = '/oauth2/forgot-password'

/** The answer does not tell whether there is an account: it is sent before anything is done for one. */
export function forgotPasswordRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, mailer, realTime, config } = deps
  const queue = makeWorkQueue(app.log)
  app.addHook('onClose', () => queue.end())
  const linkTo = (secret: string) => `${issuerOf(config)}/set-password/${secret}`

  app.get(PATH, PAGE, (_request, reply) => {
    if (!config.bundledSignIn) throw passwordsOff()
    return sendPage(reply, mailer.isOn ? forgotPasswordPage() : noMailPage)
  })

  app.post<Form>(PATH, PAGE, async (request, reply) => {
    refuseForeignForm(request, config)
    if (!config.bundledSignIn) throw passwordsOff()
    if (!mailer.isOn) return sendPage(reply, noMailPage)
    if (queue.isFull()) {
      return sendPage(reply.header('retry-after', BUSY_FOR_S), forgotPasswordPage(BUSY), 503)
    }
    const email = fieldOf(request.body, 'email')
    const by = { realTime, source: request.ip, requestId: request.id }
    // Also for an address that nobody has: a full queue must not tell which addresses there are.
    queue.add(async () => {
      // By name, an account would be found whose address nobody has proven here.
      const account = await findByLogin(db, email.includes('@') ? email : `${email}@`)
      if (!account) return
      await mailPasswordLink({ db, mailer, linkTo }, { accountId: account.id, email }, by)
    })
    return sendPage(reply, linkSentPage)
  })
}
