import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/caller.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { SharedReads } from '../../platform/db/shared-read.ts'
import { ACCOUNT_CLIENTS } from '../oauth/clients.ts'
import type { OauthEngine } from '../oauth/engine.ts'
import { ACCOUNT_SCOPE, audiencesOf, issuerOf, MANAGEMENT_SCOPE } from '../oauth/provider.ts'
import { type Authenticated, authenticateByBearer } from './authenticate.ts'
import { bearerInvalid, bearerMissing, twoWaysAtOnce } from './errors.ts'

type Deps = Readonly<{ config: Config; reads: SharedReads; clock: Clock }>
type Authenticate = (request: FastifyRequest) => Promise<Caller>

/** How each part of the service takes bearers. Without a provider nobody can have one. */
export function bearerOf({ config, reads, clock }: Deps, engine: OauthEngine | undefined) {
  const { authUrl } = config
  const audiences = audiencesOf(config)
  const own = { audience: audiences.account, scope: ACCOUNT_SCOPE, clients: ACCOUNT_CLIENTS }
  const authenticate = engine
    ? authenticateByBearer({ engine, reads, clock, issuer: issuerOf(config), authUrl })
    : async ({ headers }: FastifyRequest): Promise<Authenticated> => {
        throw headers.authorization ? bearerInvalid(authUrl) : bearerMissing(authUrl)
      }

  return {
    /** Areas B and C: any client, for the management audience. */
    async forSubscriptions(request: FastifyRequest, subscriptionId: string | null) {
      const demand = { audience: audiences.management, scope: MANAGEMENT_SCOPE }
      return authenticate(request, demand, subscriptionId)
    },

    /** Operators: signed in through a client of our own, and never an API token. */
    async forOperators(request: FastifyRequest) {
      return authenticate(request, own, null)
    },

    /** Area A: an API token, or somebody signed in through a client of our own; not both at once. */
    forAreaA(byApiToken: Authenticate): Authenticate {
      return async (request) => {
        const { authorization, 'x-api-token': apiToken } = request.headers
        if (!engine || authorization === undefined) return byApiToken(request)
        if (apiToken !== undefined) throw twoWaysAtOnce()
        return (await authenticate(request, own, null)).caller
      }
    },
  }
}
