import type { FastifyInstance } from 'fastify'
import { typeRoutes } from '../../../platform/http/route-types.ts'
import { type CatalogueDeps, catalogueRoutes } from './catalogue/routes.ts'
import { type DecisionDeps, decisionRoutes } from './decisions/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { operatorLimitRoutes } from './limits/routes.ts'
import { retryRoutes } from './retries/routes.ts'

/** What operators do in this area: keep the catalogue, report use, and decide. */
export function operatorQuotaRoutes(
  app: FastifyInstance,
  deps: CatalogueDeps & DecisionDeps,
): void {
  const routes = typeRoutes(app)
  catalogueRoutes(routes, deps)
  operatorLimitRoutes(routes, deps.db)
  decisionRoutes(routes, deps)
  retryRoutes(routes, deps)
  historyRoutes(routes, deps)
}
