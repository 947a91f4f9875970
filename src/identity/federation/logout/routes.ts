import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/db/connect.ts'
import type { AnonymousLimit } from '../../../platform/http/limits/anonymous-limit.ts'
import type { RealClock } from '../../../platform/time.ts'
import { fieldOf } from '../../oauth/rules.ts'
import { PAGE } from '../../sign-in/interaction.ts'
import { hasSignIn, type TrustedIssuer } from '../../trusted-issuers.ts'
import { signOutByIssuer } from './actions.ts'
import { logoutVerifierOf } from './verify.ts'

type Logout = { Params: { id: string }; Body: URLSearchParams | undefined }
type Deps = Readonly<{
  db: Db
  realTime: RealClock
  anonymous: AnonymousLimit
  config: Readonly<{ trustedIssuers: readonly TrustedIssuer[] }>
}>

const NO_KEYS = 'The signing keys of the issuer cannot be fetched. Try again in a few seconds.'

/** An issuer says that somebody has signed out there (OpenID Connect Back-Channel Logout 1.0). */
export function logoutRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, realTime, anonymous, config } = deps
  const issuers = new Map(
    config.trustedIssuers.filter(hasSignIn).map((setting) => {
      const verify = logoutVerifierOf(setting, realTime)
      return [setting.signIn.id, { issuer: setting.issuer, verify }]
    }),
  )
  app.post<Logout>('/oauth2/issuer/:id/backchannel-logout', PAGE, async (request, reply) => {
    const known = issuers.get(request.params.id)
    if (!known) return reply.callNotFound()
    reply.header('cache-control', 'no-store')
    const token = request.body ? fieldOf(request.body, 'logout_token') : ''
    const refuse = (status: number, error: string, error_description: string) => {
      const { issuer } = known
      request.log.warn({ issuer, reason: error_description }, 'a logout of an issuer was refused')
      return reply.code(status).send({ error, error_description })
    }
    const logout = await known.verify(token).catch(() => undefined)
    if (!logout) return refuse(503, 'temporarily_unavailable', NO_KEYS)
    if ('fault' in logout) return refuse(400, 'invalid_request', logout.fault)
    anonymous.giveBack(request.ip)
    const by = { realTime, source: request.ip, requestId: request.id }
    await signOutByIssuer(db, known.issuer, logout, by)
    return reply.code(200).send()
  })
}
