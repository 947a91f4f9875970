import type { FastifyBaseLogger } from 'fastify'
import { appManagementErrors } from './areas/app-management/wire.ts'
import { quotaErrors } from './areas/quota/wire.ts'
import { serviceHealthErrors } from './areas/service-health/wire.ts'
import { operatorErrors } from './directory/operators/wire.ts'
import { renderException } from './platform/http/errors/exception-response.ts'
import { type UnroutedErrors, unroutedErrors } from './platform/http/errors/unrouted-errors.ts'
import type { Config } from './settings.ts'

/** Whose error body an address gets, also when the framework itself refuses. */
export function errorsByArea(
  { vendorNamespace, plainHttp }: Pick<Config, 'vendorNamespace' | 'plainHttp'>,
  log: FastifyBaseLogger,
): UnroutedErrors {
  return unroutedErrors(
    [
      appManagementErrors,
      serviceHealthErrors(vendorNamespace),
      quotaErrors(vendorNamespace),
      operatorErrors,
    ],
    { owns: () => true, render: renderException },
    log,
    { plainHttp },
  )
}
