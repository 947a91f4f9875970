import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/connect.ts'
import type { WalPosition } from '../../platform/db/replicas/position.ts'
import type { ReadDb } from '../../platform/db/replicas/replicas.ts'
import { handleErrors } from '../../platform/http/errors/errors.ts'
import {
  ExceptionResponse,
  renderException,
} from '../../platform/http/errors/exception-response.ts'
import { refuseUnknownNames } from '../../platform/http/errors/unknown-names.ts'
import { validateBodiesStrictly } from '../../platform/http/errors/validation.ts'
import { describeArea } from '../../platform/http/openapi.ts'
import { typeRoutes } from '../../platform/http/route-types.ts'
import { addSchemas, listNamed } from '../../platform/http/schema.ts'
import type { OpenPage } from '../../platform/paging/page.ts'
import type { ProductClock } from '../../platform/time.ts'
import type { Caller } from '../caller.ts'
import { type Guard, guardRoutes, offerReplicas } from '../guard.ts'
import { subscriptionRoutes } from '../subscriptions/routes.ts'
import * as subscriptions from '../subscriptions/wire.ts'
import { auditRoutes } from './audit/routes.ts'
import * as audit from './audit/wire.ts'
import { operatorRequired } from './errors.ts'
import { validateChanges } from './validate-changes.ts'

export type OperatorDeps = Readonly<{
  db: Db
  readDb: ReadDb
  publicUrl: string
  openPage: OpenPage
  productTime: ProductClock
  authenticate: (
    request: FastifyRequest,
  ) => Promise<
    Readonly<{ caller: Caller; isOperator: boolean; walPosition: WalPosition | undefined }>
  >
  limit: Guard['limit']
  /** Operations of identity and the areas on what they own, and the schemas these need. */
  addRoutes: (app: FastifyInstance) => void
  schemas: Record<string, unknown>
}>

declare module 'fastify' {
  interface FastifyRequest {
    isOperator: boolean
  }
}

export const operatorErrors = {
  owns: (path: string) => /^\/operator(\/|$)/i.test(path),
  render: renderException,
}

/** `/operator/v1`: for people who are signed in and run the installation; never with an API token. */
export async function operatorArea(app: FastifyInstance, deps: OperatorDeps): Promise<void> {
  const { db, readDb, publicUrl, productTime, limit, authenticate } = deps
  app.setErrorHandler(handleErrors(operatorErrors))
  app.decorateRequest('isOperator', false)
  offerReplicas(app, readDb)
  guardRoutes(app, {
    productTime,
    limit,
    rights: { 'call operator API': {} },
    async authenticate(request) {
      const { caller, isOperator, walPosition } = await authenticate(request)
      request.walPosition = walPosition
      request.isOperator = isOperator
      return caller
    },
    authorize(request) {
      if (!request.isOperator) throw operatorRequired()
      return undefined
    },
  })
  validateChanges(app)
  refuseUnknownNames(app)
  validateBodiesStrictly(app)
  addSchemas(app, [ExceptionResponse, ...listNamed(subscriptions, audit, deps.schemas)])
  await describe(app, publicUrl)
  const routes = typeRoutes(app)
  subscriptionRoutes(routes, db, deps.openPage)
  auditRoutes(routes, deps.openPage)
  deps.addRoutes(app)
}

const describe = (app: FastifyInstance, serverUrl: string) =>
  describeArea(app, {
    title: 'Binnacle: operators',
    description: 'Accounts, organizations, subscriptions, OAuth clients and the audit log.',
    serverUrl,
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  })
