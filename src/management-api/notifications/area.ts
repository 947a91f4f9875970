import type { FastifyInstance } from 'fastify'
import { guardSubscriptions, type SubscriptionGuard } from '../../directory/subscriptions/guard.ts'
import { handleErrors } from '../../platform/http/errors/errors.ts'
import {
  ExceptionResponse,
  renderException,
} from '../../platform/http/errors/exception-response.ts'
import { validateBodiesStrictly } from '../../platform/http/errors/validation.ts'
import { limitJsonBodies } from '../../platform/http/limits/body-size.ts'
import { describeArea } from '../../platform/http/openapi.ts'
import { typeRoutes } from '../../platform/http/route-types.ts'
import { addSchemas, listNamed } from '../../platform/http/schema.ts'
import type { OpenPage } from '../../platform/paging/page.ts'
import { implicitFlow } from '../openapi.ts'
import type { NotificationDeps } from './actions.ts'
import { deliveryRoutes } from './deliveries/routes.ts'
import { type ReceiverDeps, receiverRoutes } from './receivers/routes.ts'
import { notificationRoutes } from './routes.ts'
import { rights } from './rules.ts'
import * as wire from './wire.ts'

type Deps = SubscriptionGuard &
  NotificationDeps &
  ReceiverDeps &
  Readonly<{ openPage: OpenPage; authUrl: string; managementUrl: string }>

/** Where a subscription is told of what concerns it. No published API has it, so its version is its own. */
export async function notificationsArea(app: FastifyInstance, deps: Deps): Promise<void> {
  app.setErrorHandler(handleErrors({ owns: () => false, render: renderException }))
  guardSubscriptions(app, deps, rights, () => undefined)
  addSchemas(app, [ExceptionResponse, ...listNamed(wire)])
  validateBodiesStrictly(app)
  limitJsonBodies(app)
  await describeArea(app, {
    title: 'Binnacle: notifications',
    description: 'Messages about a subscription to web hooks, channels and e-mail addresses.',
    serverUrl: deps.managementUrl,
    securitySchemes: implicitFlow(deps.authUrl),
  })
  const routes = typeRoutes(app)
  notificationRoutes(routes, deps)
  deliveryRoutes(routes, deps)
  await app.register(async (scope) => receiverRoutes(scope, deps))
}
