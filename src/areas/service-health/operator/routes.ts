import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../platform/db/connect.ts'
import { operatorEventRoutes } from './events/routes.ts'
import { footprintRoutes } from './footprints/routes.ts'
import { reachRoutes } from './reach/routes.ts'

type Deps = Readonly<{ db: Db; publicUrl: string; vendorNamespace: string }>

/** What operators do in this area: publish, and say who uses what. The scope is the operator API's. */
export function operatorServiceHealthRoutes(app: FastifyInstance, deps: Deps): void {
  operatorEventRoutes(app, deps)
  reachRoutes(app, deps.db)
  footprintRoutes(app, deps.db)
}
