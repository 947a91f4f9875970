import type { FastifyInstance } from 'fastify'
import { typeRoutes } from '../../platform/http/route-types.ts'
import { type AccountDeps, accountRoutes } from './accounts/routes.ts'
import { type SecondFactorDeps, secondFactorRoutes } from './accounts/second-factors/routes.ts'
import { clientRoutes } from './clients/routes.ts'
import { type IdentityDeps, identityRoutes } from './identities/routes.ts'

/** What operators do with accounts, identities and clients. The scope is the operator API's. */
export function operatorIdentityRoutes(
  app: FastifyInstance,
  deps: AccountDeps & IdentityDeps & SecondFactorDeps,
): void {
  const routes = typeRoutes(app)
  accountRoutes(routes, deps)
  secondFactorRoutes(routes, deps)
  identityRoutes(routes, deps)
  clientRoutes(routes, deps.db, deps.realTime)
}
