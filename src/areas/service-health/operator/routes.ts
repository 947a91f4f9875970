import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/db/connect.ts'
import { typeRoutes } from '../../../platform/http/route-types.ts'
import type { OpenPage } from '../../../platform/paging/page.ts'
import { operatorAvailabilityRoutes } from './availability/routes.ts'
import { operatorEventRoutes } from './events/routes.ts'
import { footprintRoutes } from './footprints/routes.ts'
import { reachRoutes } from './reach/routes.ts'

type Deps = Readonly<{ db: Db; openPage: OpenPage; vendorNamespace: string }>

/** What operators do in this area: publish, and say who uses what and how resources are. The scope is the operator API's. */
export function operatorServiceHealthRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = typeRoutes(app)
  operatorEventRoutes(routes, deps)
  reachRoutes(routes, deps.db)
  footprintRoutes(routes, deps.db)
  operatorAvailabilityRoutes(routes, deps.db)
}
