import type { FastifyInstance } from 'fastify'
import { guardSubscriptions, type SubscriptionGuard } from '../../directory/subscriptions/guard.ts'
import type { Db } from '../../platform/db/connect.ts'
import { handleErrors } from '../../platform/http/errors/errors.ts'
import {
  ExceptionResponse,
  renderException,
} from '../../platform/http/errors/exception-response.ts'
import { describeArea } from '../../platform/http/openapi.ts'
import { typeRoutes } from '../../platform/http/route-types.ts'
import { addSchemas, listNamed } from '../../platform/http/schema.ts'
import type { OpenPage } from '../../platform/paging/page.ts'
import { checkApiVersion } from '../api-version.ts'
import { type EndpointDeps, endpointRoutes } from '../endpoints/routes.ts'
import * as endpoints from '../endpoints/wire.ts'
import { implicitFlow } from '../openapi.ts'
import { ownSubscriptionRoutes, rights } from './routes.ts'
import * as wire from './wire.ts'

type Deps = SubscriptionGuard &
  EndpointDeps &
  Readonly<{ db: Db; openPage: OpenPage; authUrl: string; managementUrl: string }>

/** The versions that published tools send. All get the same body. */
const API_VERSIONS = {
  served: '2022-12-01',
  accepted: [
    '2014-04-01',
    '2015-11-01',
    '2016-06-01',
    '2018-06-01',
    '2019-06-01',
    '2019-11-01',
    '2020-01-01',
    '2021-01-01',
    '2022-09-01',
    '2022-12-01',
  ],
  takesNewer: true,
}

/** What tools ask first: `/subscriptions` and `/tenants`, below which areas B and C are, and `/metadata/endpoints`. */
export async function ownSubscriptionsArea(app: FastifyInstance, deps: Deps): Promise<void> {
  app.setErrorHandler(handleErrors({ owns: () => false, render: renderException }))
  guardSubscriptions(app, deps, rights, checkApiVersion(API_VERSIONS))
  addSchemas(app, [ExceptionResponse, ...listNamed(wire, endpoints)])
  await describeArea(app, {
    title: 'Binnacle: subscriptions',
    description:
      'The subscriptions and tenants of a caller, and the addresses of the installation.',
    serverUrl: deps.managementUrl,
    securitySchemes: implicitFlow(deps.authUrl),
  })
  const routes = typeRoutes(app)
  ownSubscriptionRoutes(routes, deps)
  endpointRoutes(routes, deps)
}
