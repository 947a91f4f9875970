import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/caller.ts'
import { type Guard, guardRoutes } from '../../platform/http/access.ts'
import { judgeApiVersion } from '../../platform/http/api-version.ts'
import { handleErrors } from '../../platform/http/errors.ts'
import { describeArea } from '../../platform/http/openapi.ts'
import { addSchemas, listNamed } from '../../platform/http/schema.ts'
import {
  apiVersionMissing,
  apiVersionUnsupported,
  subscriptionMissing,
  subscriptionNotFound,
} from './errors.ts'
import { type EventDeps, eventRoutes } from './events/routes.ts'
import * as events from './events/wire.ts'
import { operationRoutes } from './operations/routes.ts'
import * as operations from './operations/wire.ts'
import { resourceRoutes } from './resources/routes.ts'
import * as resources from './resources/wire.ts'
import { API_VERSIONS, type Role, rights, toSubscriptionId } from './rules.ts'
import { ErrorResponse, serviceHealthErrors } from './wire.ts'

export type ServiceHealthDeps = EventDeps &
  Readonly<{
    authUrl: string
    strictApiVersion: boolean
    /** Who calls, and the role they have on the subscription. */
    authenticate: (
      request: FastifyRequest,
      subscriptionId: string | null,
    ) => Promise<{ caller: Caller; role: Role | null }>
    limit: Guard['limit']
  }>

declare module 'fastify' {
  interface FastifyRequest {
    subscriptionRole: Role | null
  }
}

/** Area B. `app` is a scope of its own: nothing set here reaches the other areas. */
export async function serviceHealthArea(
  app: FastifyInstance,
  deps: ServiceHealthDeps,
): Promise<void> {
  const { clock, limit, authenticate, vendorNamespace } = deps
  app.setErrorHandler(handleErrors(serviceHealthErrors(vendorNamespace)))
  app.decorateRequest('subscriptionRole', null)
  guardRoutes(app, {
    clock,
    limit,
    rights,
    async authenticate(request) {
      const id = toSubscriptionId(subscriptionOf(request))
      const { caller, role } = await authenticate(request, id ?? null)
      request.subscriptionRole = role
      return caller
    },
    async authorize(request, right, reply) {
      checkApiVersion(request, reply, deps.strictApiVersion)
      if (right === 'read events') requireRole(request)
    },
  })
  takeAnyBody(app)
  addSchemas(app, [ErrorResponse, ...listNamed(events, resources, operations)])
  await describe(app, deps)
  eventRoutes(app, deps)
  resourceRoutes(app, deps)
  operationRoutes(app, vendorNamespace)
}

/** No operation reads a body. Clients send none, an empty one, or whatever their library makes up. */
function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))
}

const subscriptionOf = (request: FastifyRequest) =>
  (request.params as { subscriptionId?: string }).subscriptionId ?? ''

/** A subscription without a role on it is not there. */
function requireRole(request: FastifyRequest): void {
  const id = subscriptionOf(request)
  if (id === '') throw subscriptionMissing()
  if (request.subscriptionRole === null) throw subscriptionNotFound(id)
}

function checkApiVersion(request: FastifyRequest, reply: FastifyReply, isStrict: boolean): void {
  const given = (request.query as Record<string, string | string[]>)['api-version']
  const verdict = judgeApiVersion(given, { ...API_VERSIONS, takesNewer: !isStrict })
  if ('serves' in verdict) {
    if (verdict.isNewer) reply.header('x-binnacle-served-api-version', verdict.serves)
    return
  }
  const { accepted } = API_VERSIONS
  throw verdict.fault === 'missing'
    ? apiVersionMissing(accepted)
    : apiVersionUnsupported(verdict.asked, accepted)
}

const describe = (app: FastifyInstance, { managementUrl, authUrl }: ServiceHealthDeps) =>
  describeArea(app, {
    title: 'Binnacle: service health',
    description: 'The events that concern a subscription.',
    serverUrl: managementUrl,
    securitySchemes: {
      oauth2: {
        type: 'oauth2',
        flows: {
          implicit: {
            authorizationUrl: authUrl,
            scopes: { user_impersonation: 'Act as the account that signs in.' },
          },
        },
      },
    },
  })
