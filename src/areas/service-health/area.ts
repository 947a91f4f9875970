import type { FastifyInstance } from 'fastify'
import { guardSubscriptions, type SubscriptionGuard } from '../../directory/subscriptions/guard.ts'
import { checkApiVersion } from '../../management-api/api-version.ts'
import { implicitFlow } from '../../management-api/openapi.ts'
import { handleErrors } from '../../platform/http/errors/errors.ts'
import { describeArea } from '../../platform/http/openapi.ts'
import { typeRoutes } from '../../platform/http/route-types.ts'
import { addSchemas, listNamed } from '../../platform/http/schema.ts'
import { availabilityRoutes } from './availability/routes.ts'
import * as availability from './availability/wire.ts'
import { emergingIssueRoutes } from './emerging-issues/routes.ts'
import * as emergingIssues from './emerging-issues/wire.ts'
import { createEventPages, type EventDeps } from './events/event-pages.ts'
import { eventRoutes } from './events/routes.ts'
import * as events from './events/wire.ts'
import { metadataRoutes } from './metadata/routes.ts'
import * as metadata from './metadata/wire.ts'
import { operationRoutes } from './operations/routes.ts'
import * as operations from './operations/wire.ts'
import { reasonRoutes } from './reason/routes.ts'
import * as reason from './reason/wire.ts'
import { resourceEventRoutes } from './resource-events/routes.ts'
import { resourceRoutes } from './resources/routes.ts'
import * as resources from './resources/wire.ts'
import { API_VERSIONS, rights } from './rules.ts'
import { tenantResourceRoutes } from './tenant/resources/routes.ts'
import { tenantEventRoutes } from './tenant/routes.ts'
import { ErrorResponse, serviceHealthErrors } from './wire.ts'

export type ServiceHealthDeps = EventDeps &
  SubscriptionGuard &
  Readonly<{ authUrl: string; managementUrl: string; strictApiVersion: boolean }>

/** Area B. `app` is a scope of its own: nothing set here reaches the other areas. */
export async function serviceHealthArea(
  app: FastifyInstance,
  deps: ServiceHealthDeps,
): Promise<void> {
  const { vendorNamespace, strictApiVersion } = deps
  app.setErrorHandler(handleErrors(serviceHealthErrors(vendorNamespace)))
  const versions = { ...API_VERSIONS, takesNewer: !strictApiVersion }
  guardSubscriptions(app, deps, rights, checkApiVersion(versions))
  takeAnyBody(app)
  const wires = [events, reason, resources, availability, emergingIssues, metadata, operations]
  addSchemas(app, [ErrorResponse, ...listNamed(...wires)])
  await describe(app, deps)
  const routes = typeRoutes(app)
  const listEvents = createEventPages(deps)
  eventRoutes(routes, deps, listEvents)
  reasonRoutes(routes, deps.db)
  resourceRoutes(routes, deps)
  resourceEventRoutes(routes, deps)
  availabilityRoutes(routes, deps)
  tenantEventRoutes(routes, deps, listEvents)
  tenantResourceRoutes(routes, deps)
  emergingIssueRoutes(routes, deps)
  metadataRoutes(routes, deps)
  operationRoutes(routes, vendorNamespace)
}

/** No operation reads a body. Clients send none, an empty one, or whatever their library makes up. */
function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
}

const describe = (app: FastifyInstance, { managementUrl, authUrl }: ServiceHealthDeps) =>
  describeArea(app, {
    title: 'Binnacle: service health',
    description: 'Health events that affect a subscription.',
    serverUrl: managementUrl,
    securitySchemes: implicitFlow(authUrl),
  })
