import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/connect.ts'
import { handleErrors } from '../../platform/http/errors/errors.ts'
import { refuseUnknownNames } from '../../platform/http/errors/unknown-names.ts'
import { validateBodiesStrictly } from '../../platform/http/errors/validation.ts'
import { describeArea } from '../../platform/http/openapi.ts'
import { typeRoutes } from '../../platform/http/route-types.ts'
import { addSchemas, listNamed } from '../../platform/http/schema.ts'
import type { OpenPage } from '../../platform/paging/page.ts'
import type { ProductClock } from '../../platform/time.ts'
import type { Caller, StepUp } from '../caller.ts'
import { type Guard, guardRoutes } from '../guard.ts'
import { confirmSecondFactor } from '../step-up/actions.ts'
import * as access from '../subscriptions/access/wire.ts'
import { subscriptionRoutes } from '../subscriptions/routes.ts'
import * as subscriptions from '../subscriptions/wire.ts'
import { auditRoutes } from './audit/routes.ts'
import * as audit from './audit/wire.ts'
import { operatorRequired } from './errors.ts'
import { type FirstStepDeps, firstStepRoutes } from './first-steps/routes.ts'
import * as firstSteps from './first-steps/wire.ts'
import { CHANGE, operatorRights } from './operation.ts'
import { validateChanges } from './validate-changes.ts'
import { ExceptionResponse, operatorErrors } from './wire.ts'

export type OperatorDeps = Readonly<{
  db: Db
  publicUrl: string
  openPage: OpenPage
  productTime: ProductClock
  authenticate: (
    request: FastifyRequest,
  ) => Promise<Readonly<{ caller: Caller; isOperator: boolean }>>
  limit: Guard['limit']
  stepUp: StepUp
  mailer: FirstStepDeps['mailer']
  issuers: FirstStepDeps['issuers']
  /** Operations of identity and the areas on what they own, and the schemas these need. */
  addRoutes: (app: FastifyInstance) => void
  schemas: Record<string, unknown>
}>

declare module 'fastify' {
  interface FastifyRequest {
    isOperator: boolean
  }
}

/** `/operator/v1`: for people who are signed in and run the installation; never with an API token. */
export async function operatorArea(app: FastifyInstance, deps: OperatorDeps): Promise<void> {
  const { db, publicUrl, productTime, limit, stepUp, authenticate } = deps
  app.setErrorHandler(handleErrors(operatorErrors))
  app.decorateRequest('isOperator', false)
  guardRoutes(app, {
    productTime,
    limit,
    stepUp,
    rights: operatorRights,
    async authenticate(request) {
      const { caller, isOperator } = await authenticate(request)
      request.isOperator = isOperator
      return caller
    },
    authorize(request, right) {
      if (!request.isOperator) throw operatorRequired()
      const isChange = right === CHANGE && request.method !== 'GET' && request.method !== 'HEAD'
      return isChange ? confirmSecondFactor(db, request.call) : undefined
    },
  })
  validateChanges(app)
  refuseUnknownNames(app)
  validateBodiesStrictly(app)
  addSchemas(app, [
    ExceptionResponse,
    ...listNamed(subscriptions, access, audit, firstSteps, deps.schemas),
  ])
  await describe(app, publicUrl)
  const routes = typeRoutes(app)
  subscriptionRoutes(routes, db, deps.openPage)
  auditRoutes(routes, db, deps.openPage)
  firstStepRoutes(routes, deps)
  deps.addRoutes(app)
}

const describe = (app: FastifyInstance, serverUrl: string) =>
  describeArea(app, {
    title: 'Binnacle: operators',
    description: 'Accounts, organizations, subscriptions, OAuth clients and the audit trail.',
    serverUrl,
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  })
