import type { FastifyInstance } from 'fastify'
import { PAGE, sendPage } from '../interaction.ts'
import { messagePage, STYLES } from '../pages.ts'

/** Addresses that people open: bookmarks, links in mails, what the command line prints. */
const PATHS = [
  '/oauth2/auth',
  '/oauth2/device',
  '/oauth2/interaction/*',
  '/oauth2/issuer/*',
  '/oauth2/set-password/*',
  '/oauth2/sign-in-link/*',
  '/oauth2/invitation/*',
  '/oauth2/confirm/*',
  '/oauth2/forgot-password',
  '/oauth2/change-password',
  '/oauth2/security',
]

const SENTENCES = [
  'Sign-in is not available on this installation of Binnacle: passwords are turned off and no trusted issuer has the setting signIn, or SECRET_KEY_FILE is not set.',
  'Ask your administrator to check BUNDLED_SIGN_IN, TRUSTED_ISSUERS and SECRET_KEY_FILE. API tokens are not affected.',
]

/** Where there is no sign-in, a page says so in place of each that would belong to it. */
export function noSignInRoutes(app: FastifyInstance, portalUrl: string): void {
  app.get('/oauth2/assets/pages.css', PAGE, (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'max-age=3600').send(STYLES),
  )
  const page = messagePage('You cannot sign in right now', SENTENCES, {
    link: ['Try again', portalUrl],
  })
  for (const path of PATHS) app.get(path, PAGE, (_request, reply) => sendPage(reply, page, 404))
}
