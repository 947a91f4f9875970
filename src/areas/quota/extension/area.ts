import type { FastifyInstance } from 'fastify'
import { guardSubscriptions } from '../../../directory/subscriptions/guard.ts'
import { checkApiVersion } from '../../../management-api/api-version.ts'
import { implicitFlow } from '../../../management-api/openapi.ts'
import { handleErrors } from '../../../platform/http/errors/errors.ts'
import { ExceptionResponse } from '../../../platform/http/errors/exception-response.ts'
import { validateBodiesStrictly } from '../../../platform/http/errors/validation.ts'
import { limitJsonBodies } from '../../../platform/http/limits/body-size.ts'
import { describeArea } from '../../../platform/http/openapi.ts'
import { typeRoutes } from '../../../platform/http/route-types.ts'
import { addSchemas, listNamed } from '../../../platform/http/schema.ts'
import type { QuotaDeps } from '../area.ts'
import { OperationStatus, QuotaRequestState } from '../requests/wire.ts'
import { rights } from '../rules.ts'
import { quotaErrors, ResourceName } from '../wire.ts'
import { operationRoutes } from './operations/routes.ts'
import * as operations from './operations/wire.ts'
import { quotaRoutes } from './quotas/routes.ts'
import * as quotas from './quotas/wire.ts'
import { requestRoutes } from './requests/routes.ts'
import * as requests from './requests/wire.ts'
import { API_VERSIONS } from './rules.ts'
import { usageRoutes } from './usages/routes.ts'
import * as usages from './usages/wire.ts'
import * as wire from './wire.ts'

/** The newer API of area C: the same limits and requests, as an extension of a provider's location. */
export async function quotaExtensionArea(app: FastifyInstance, deps: QuotaDeps): Promise<void> {
  app.setErrorHandler(handleErrors(quotaErrors(deps.vendorNamespace)))
  guardSubscriptions(app, deps, rights, checkApiVersion(API_VERSIONS))
  const shared = [ExceptionResponse, ResourceName, QuotaRequestState, OperationStatus]
  addSchemas(app, [...shared, ...listNamed(wire, quotas, usages, requests, operations)])
  validateBodiesStrictly(app)
  limitJsonBodies(app)
  await describeArea(app, {
    title: 'Binnacle: quota extension',
    description: `The newer quota API, ${deps.vendorNamespace}.Quota: the limits, usage and requests of area C.`,
    serverUrl: deps.managementUrl,
    securitySchemes: implicitFlow(deps.authUrl),
  })
  const routes = typeRoutes(app)
  quotaRoutes(routes, deps)
  usageRoutes(routes, deps)
  requestRoutes(routes, deps)
  operationRoutes(routes, deps.vendorNamespace)
}
