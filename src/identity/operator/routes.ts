import type { FastifyInstance } from 'fastify'
import { typeRoutes } from '../../platform/http/route-types.ts'
import { type AccountDeps, accountRoutes } from './accounts/routes.ts'
import { clientRoutes } from './clients/routes.ts'

/** What operators do with accounts and clients. The scope is the operator API's. */
export function operatorIdentityRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const routes = typeRoutes(app)
  accountRoutes(routes, deps)
  clientRoutes(routes, deps.db, deps.realTime)
}
