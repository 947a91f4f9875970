import type { FastifyInstance } from 'fastify'
import { handleErrors } from '../../platform/http/errors.ts'
import { describeArea, implicitFlow } from '../../platform/http/openapi.ts'
import { addSchemas, listNamed } from '../../platform/http/schema.ts'
import {
  guardSubscriptions,
  type SubscriptionGuard,
} from '../../platform/http/subscription-guard.ts'
import { type EventDeps, eventRoutes } from './events/routes.ts'
import * as events from './events/wire.ts'
import { operationRoutes } from './operations/routes.ts'
import * as operations from './operations/wire.ts'
import { resourceRoutes } from './resources/routes.ts'
import * as resources from './resources/wire.ts'
import { API_VERSIONS, rights } from './rules.ts'
import { ErrorResponse, serviceHealthErrors } from './wire.ts'

export type ServiceHealthDeps = EventDeps &
  SubscriptionGuard &
  Readonly<{ authUrl: string; strictApiVersion: boolean }>

/** Area B. `app` is a scope of its own: nothing set here reaches the other areas. */
export async function serviceHealthArea(
  app: FastifyInstance,
  deps: ServiceHealthDeps,
): Promise<void> {
  const { vendorNamespace, strictApiVersion } = deps
  app.setErrorHandler(handleErrors(serviceHealthErrors(vendorNamespace)))
  guardSubscriptions(app, deps, rights, { ...API_VERSIONS, takesNewer: !strictApiVersion })
  takeAnyBody(app)
  addSchemas(app, [ErrorResponse, ...listNamed(events, resources, operations)])
  await describe(app, deps)
  eventRoutes(app, deps)
  resourceRoutes(app, deps)
  operationRoutes(app, vendorNamespace)
}

/** No operation reads a body. Clients send none, an empty one, or whatever their library makes up. */
function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
}

const describe = (app: FastifyInstance, { managementUrl, authUrl }: ServiceHealthDeps) =>
  describeArea(app, {
    title: 'Binnacle: service health',
    description: 'The events that concern a subscription.',
    serverUrl: managementUrl,
    securitySchemes: implicitFlow(authUrl),
  })
