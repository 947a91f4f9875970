import type { FastifyInstance } from 'fastify'
import { guardSubscriptions, type SubscriptionGuard } from '../../directory/subscriptions/guard.ts'
import { checkApiVersion } from '../../management-api/api-version.ts'
import { implicitFlow } from '../../management-api/openapi.ts'
import { handleErrors } from '../../platform/http/errors/errors.ts'
import { ExceptionResponse } from '../../platform/http/errors/exception-response.ts'
import { validateBodiesStrictly } from '../../platform/http/errors/validation.ts'
import { limitJsonBodies } from '../../platform/http/limits/body-size.ts'
import { describeArea } from '../../platform/http/openapi.ts'
import { typeRoutes } from '../../platform/http/route-types.ts'
import { addSchemas, listNamed } from '../../platform/http/schema.ts'
import { limitRoutes } from './limits/routes.ts'
import * as limits from './limits/wire.ts'
import { type RequestDeps, requestRoutes } from './requests/routes.ts'
import * as requests from './requests/wire.ts'
import { API_VERSIONS, rights } from './rules.ts'
import * as wire from './wire.ts'

export type QuotaDeps = RequestDeps & SubscriptionGuard & Readonly<{ authUrl: string }>

/** Area C. `app` is a scope of its own: nothing set here reaches the other areas. */
export async function quotaArea(app: FastifyInstance, deps: QuotaDeps): Promise<void> {
  app.setErrorHandler(handleErrors(wire.quotaErrors(deps.vendorNamespace)))
  guardSubscriptions(app, deps, rights, checkApiVersion(API_VERSIONS))
  addSchemas(app, [ExceptionResponse, ...listNamed(wire, limits, requests)])
  validateBodiesStrictly(app)
  limitJsonBodies(app)
  await describeArea(app, {
    title: 'Binnacle: quota',
    description: 'Quota limits and usage, quota requests and their status.',
    serverUrl: deps.managementUrl,
    securitySchemes: implicitFlow(deps.authUrl),
  })
  const routes = typeRoutes(app)
  limitRoutes(routes, deps)
  requestRoutes(routes, deps)
}
