import type { FastifyInstance } from 'fastify'
import { handleErrors } from '../../platform/http/errors.ts'
import { ExceptionResponse } from '../../platform/http/exception-response.ts'
import { describeArea, implicitFlow } from '../../platform/http/openapi.ts'
import { addSchemas, listNamed } from '../../platform/http/schema.ts'
import {
  guardSubscriptions,
  type SubscriptionGuard,
} from '../../platform/http/subscription-guard.ts'
import { validateBodiesStrictly } from '../../platform/http/validation.ts'
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
  guardSubscriptions(app, deps, rights, API_VERSIONS)
  addSchemas(app, [ExceptionResponse, ...listNamed(wire, limits, requests)])
  validateBodiesStrictly(app)
  await describeArea(app, {
    title: 'Binnacle: quota',
    description: 'Limits, requests for more, and what becomes of each.',
    serverUrl: deps.managementUrl,
    securitySchemes: implicitFlow(deps.authUrl),
  })
  limitRoutes(app, deps)
  requestRoutes(app, deps)
}
