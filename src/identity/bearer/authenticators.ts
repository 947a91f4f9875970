import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Caller } from '../../directory/caller.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { SharedReads } from '../../platform/db/shared-read.ts'
import type { ProductClock, RealClock } from '../../platform/time.ts'
import type { OauthEngine } from '../oauth/engine.ts'
import type { IdentityConfig } from '../settings.ts'
import { hasTokens } from '../trusted-issuers.ts'
import { authenticateByBearer } from './authenticate.ts'
import { twoWaysAtOnce } from './errors.ts'
import { ownIssuer } from './own-issuer.ts'
import { trustedIssuer } from './trusted-issuer.ts'

type Deps = Readonly<{
  config: IdentityConfig
  /** How long a freed name is kept from others. */
  freedNameDays: number
  reads: SharedReads
  hasReplicas: boolean
  productTime: ProductClock
  realTime: RealClock
  log: FastifyBaseLogger
  db: Db
}>
type Authenticate = (request: FastifyRequest) => Promise<Caller>

/** How each part of the service takes bearers. Without an issuer nobody can have one. */
export function createAuthenticators(deps: Deps, engine: OauthEngine | undefined) {
  const { config, freedNameDays, db, reads, hasReplicas, productTime, realTime, log } = deps
  const { authUrl, trustedIssuers } = config
  const issuers = [
    ...(engine ? [ownIssuer(config, engine, realTime)] : []),
    ...trustedIssuers
      .filter(hasTokens)
      .map((setting) => trustedIssuer(setting, { realTime, authUrl, log })),
  ]
  const authenticate = authenticateByBearer({
    issuers,
    reads,
    hasReplicas,
    db,
    freedNameDays,
    productTime,
    realTime,
    authUrl,
  })

  return {
    /** Areas B and C: any client. */
    forSubscriptions: (request: FastifyRequest, subscriptionId: string | null) =>
      authenticate(request, 'management', subscriptionId),

    /** Operators: signed in through a client of our own, or a service account; never an API token. */
    forOperators: (request: FastifyRequest) => authenticate(request, 'operator', null),

    /** Area A: an API token, or somebody signed in through a client of our own; not both at once. */
    forAreaA(byApiToken: Authenticate): Authenticate {
      return (request) => {
        const { authorization, 'x-api-token': apiToken } = request.raw.headers
        if (issuers.length === 0 || authorization === undefined) return byApiToken(request)
        if (apiToken !== undefined) return Promise.reject(twoWaysAtOnce())
        return authenticate(request, 'account', null).then(({ caller }) => caller)
      }
    },
  }
}
