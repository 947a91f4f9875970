import type { FastifyInstance } from 'fastify'
import {
  guardSubscriptions,
  type SubscriptionGuard,
} from '../../../directory/subscriptions/guard.ts'
import { implicitFlow } from '../../../management-api/openapi.ts'
import { handleErrors } from '../../../platform/http/errors/errors.ts'
import {
  ExceptionResponse,
  renderException,
} from '../../../platform/http/errors/exception-response.ts'
import { describeArea } from '../../../platform/http/openapi.ts'
import { typeRoutes } from '../../../platform/http/route-types.ts'
import { addSchemas, listNamed } from '../../../platform/http/schema.ts'
import { type StatusPageDeps, statusRoutes } from '../status-page/routes.ts'
import { addressRoutes } from './addresses/routes.ts'
import { type FeedDeps, feedRoutes } from './routes.ts'
import { rights } from './rules.ts'
import * as wire from './wire.ts'

type Deps = SubscriptionGuard & FeedDeps & StatusPageDeps & Readonly<{ authUrl: string }>

/** Feeds belong to no published API, so they have addresses and a version of their own. */
export async function feedsArea(app: FastifyInstance, deps: Deps): Promise<void> {
  app.setErrorHandler(handleErrors({ owns: () => false, render: renderException }))
  guardSubscriptions(app, deps, rights, () => undefined)
  addSchemas(app, [ExceptionResponse, ...listNamed(wire)])
  await describeArea(app, {
    title: 'Binnacle: feeds',
    description: 'Events as an Atom feed and planned maintenance as an iCalendar.',
    serverUrl: deps.managementUrl,
    securitySchemes: implicitFlow(deps.authUrl),
  })
  const routes = typeRoutes(app)
  addressRoutes(routes, deps)
  feedRoutes(routes, deps)
  statusRoutes(routes, deps)
}
