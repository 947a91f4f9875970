import type { FastifyInstance } from 'fastify'
import { handleErrors } from '../../../platform/http/errors/errors.ts'
import { renderException } from '../../../platform/http/errors/exception-response.ts'
import { typeRoutes } from '../../../platform/http/route-types.ts'
import { type StatusPageDeps, statusRoutes } from './routes.ts'

/** The page belongs to no published API, so it has addresses of its own. */
export async function statusPageArea(app: FastifyInstance, deps: StatusPageDeps): Promise<void> {
  app.setErrorHandler(handleErrors({ owns: () => false, render: renderException }))
  statusRoutes(typeRoutes(app), deps)
}
