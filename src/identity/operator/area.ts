import type { FastifyInstance } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/connect.ts'
import { operatorRequired } from '../../platform/db/operate.ts'
import { type Guard, guardRoutes } from '../../platform/http/access.ts'
import { handleErrors } from '../../platform/http/errors.ts'
import { ExceptionResponse, renderException } from '../../platform/http/exception-response.ts'
import { describeArea } from '../../platform/http/openapi.ts'
import { checkWrites } from '../../platform/http/operator-writes.ts'
import { addSchemas, listNamed } from '../../platform/http/schema.ts'
import { refuseUnknownNames } from '../../platform/http/unknown-names.ts'
import { validateBodiesStrictly } from '../../platform/http/validation.ts'
import type { Authenticated } from '../bearer/authenticate.ts'
import type { AccountTokens, ChangeEmail, CreateAccount } from './accounts/actions.ts'
import { accountRoutes } from './accounts/routes.ts'
import * as accounts from './accounts/wire.ts'
import { auditRoutes } from './audit/routes.ts'
import * as audit from './audit/wire.ts'
import { clientRoutes } from './clients/routes.ts'
import * as clients from './clients/wire.ts'
import { subscriptionRoutes } from './subscriptions/routes.ts'
import * as subscriptions from './subscriptions/wire.ts'

export type OperatorDeps = Readonly<{
  db: Db
  config: Config
  clock: Clock
  authenticate: (request: Parameters<Guard['authenticate']>[0]) => Promise<Authenticated>
  limit: Guard['limit']
  createAccount: CreateAccount
  changeEmail: ChangeEmail
  tokens: AccountTokens
  hasSignIn: boolean
  /** Operations of the areas on what they own, and the schemas these need. */
  more: (app: FastifyInstance) => void
  moreSchemas: Record<string, unknown>
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
  const { db, config, clock, limit, authenticate } = deps
  app.setErrorHandler(handleErrors(operatorErrors))
  app.decorateRequest('isOperator', false)
  guardRoutes(app, {
    clock,
    limit,
    rights: { operate: {} },
    async authenticate(request) {
      const { caller, isOperator } = await authenticate(request)
      request.isOperator = isOperator
      return caller
    },
    async authorize(request) {
      if (!request.isOperator) throw operatorRequired()
    },
  })
  checkWrites(app)
  refuseUnknownNames(app)
  validateBodiesStrictly(app)
  const wires = [accounts, clients, subscriptions, audit, deps.moreSchemas]
  addSchemas(app, [ExceptionResponse, ...listNamed(...wires)])
  await describe(app, config.publicUrl)
  accountRoutes(app, deps)
  clientRoutes(app, db, clock)
  subscriptionRoutes(app, db, config.publicUrl)
  auditRoutes(app, db, config.publicUrl)
  deps.more(app)
}

const describe = (app: FastifyInstance, serverUrl: string) =>
  describeArea(app, {
    title: 'Binnacle: operators',
    description: 'Accounts, organizations, subscriptions, OAuth clients and the audit trail.',
    serverUrl,
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
  })
