import type { FastifyInstance } from 'fastify'
import { guardSubscriptions, type SubscriptionGuard } from '../../directory/subscriptions/guard.ts'
import { checkApiVersion } from '../../management-api/api-version.ts'
import { implicitFlow } from '../../management-api/openapi.ts'
import { createKeyedMutex } from '../../platform/concurrency/keyed-mutex.ts'
import { handleErrors } from '../../platform/http/errors/errors.ts'
import { ExceptionResponse } from '../../platform/http/errors/exception-response.ts'
import { validateBodiesStrictly } from '../../platform/http/errors/validation.ts'
import { limitJsonBodies } from '../../platform/http/limits/body-size.ts'
import { WRITE_LIMITS } from '../../platform/http/limits/write-queue.ts'
import { describeArea } from '../../platform/http/openapi.ts'
import { typeRoutes } from '../../platform/http/route-types.ts'
import { addSchemas, listNamed } from '../../platform/http/schema.ts'
import { limitRoutes } from './limits/routes.ts'
import * as limits from './limits/wire.ts'
import { overviewRoutes } from './overview/routes.ts'
import * as overview from './overview/wire.ts'
import type { PreflightDeps } from './preflight/actions.ts'
import { preflightRoutes } from './preflight/routes.ts'
import * as preflight from './preflight/wire.ts'
import { type RequestDeps, requestRoutes } from './requests/routes.ts'
import * as requests from './requests/wire.ts'
import { API_VERSIONS, rights } from './rules.ts'
import { usageRoutes } from './usage/routes.ts'
import * as usage from './usage/wire.ts'
import * as wire from './wire.ts'

export type QuotaDeps = RequestDeps &
  PreflightDeps &
  SubscriptionGuard &
  Readonly<{ authUrl: string }>

const MOST_FOR_ONE_LIMIT = 100

/** For both quota APIs of a process together. */
export const createLimitMutex = () =>
  createKeyedMutex({ ...WRITE_LIMITS, most: MOST_FOR_ONE_LIMIT })

/** Area C. `app` is a scope of its own: nothing set here reaches the other areas. */
export async function quotaArea(app: FastifyInstance, deps: QuotaDeps): Promise<void> {
  app.setErrorHandler(handleErrors(wire.quotaErrors(deps.vendorNamespace)))
  guardSubscriptions(app, deps, rights, checkApiVersion(API_VERSIONS))
  addSchemas(app, [
    ExceptionResponse,
    ...listNamed(wire, limits, requests, preflight, overview, usage),
  ])
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
  preflightRoutes(routes, deps)
  overviewRoutes(routes, deps)
  usageRoutes(routes, deps)
}
