import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { guardSubscriptions, type SubscriptionGuard } from '../../directory/subscriptions/guard.ts'
import { handleErrors } from '../../platform/http/errors/errors.ts'
import {
  ExceptionResponse,
  renderException,
} from '../../platform/http/errors/exception-response.ts'
import { validateBodiesStrictly } from '../../platform/http/errors/validation.ts'
import { limitJsonBodies } from '../../platform/http/limits/body-size.ts'
import { describeArea } from '../../platform/http/openapi.ts'
import { typeRoutes } from '../../platform/http/route-types.ts'
import { addSchemas, listNamed } from '../../platform/http/schema.ts'
import { checkApiVersion } from '../api-version.ts'
import { implicitFlow } from '../openapi.ts'
import { actionGroupRoutes } from './action-groups/routes.ts'
import * as actionGroups from './action-groups/wire.ts'
import { activityLogAlertRoutes } from './activity-log-alerts/routes.ts'
import * as activityLogAlerts from './activity-log-alerts/wire.ts'
import { ALERT_VERSIONS, GROUP_VERSIONS, rights } from './rules.ts'
import type { TestDeps } from './test-notifications/actions.ts'
import { testNotificationRoutes } from './test-notifications/routes.ts'
import * as testNotifications from './test-notifications/wire.ts'

type Deps = SubscriptionGuard &
  TestDeps &
  Readonly<{ authUrl: string; managementUrl: string; strictApiVersion: boolean }>

/** Alert rules and action groups, as published clients of the ecosystem create them. */
export async function alertRulesArea(app: FastifyInstance, deps: Deps): Promise<void> {
  app.setErrorHandler(handleErrors({ owns: () => false, render: renderException }))
  guardSubscriptions(app, deps, rights, checkVersion(!deps.strictApiVersion))
  addSchemas(app, [
    ExceptionResponse,
    ...listNamed(actionGroups, activityLogAlerts, testNotifications),
  ])
  validateBodiesStrictly(app)
  limitJsonBodies(app)
  await describeArea(app, {
    title: 'Binnacle: alert rules',
    description: `Rules on health events and the web hooks that they call: ${deps.vendorNamespace}.Insights.`,
    serverUrl: deps.managementUrl,
    securitySchemes: implicitFlow(deps.authUrl),
  })
  const routes = typeRoutes(app)
  actionGroupRoutes(routes, deps)
  activityLogAlertRoutes(routes, deps)
  testNotificationRoutes(routes, deps)
}

/** The two kinds of resources were published in versions of their own. */
function checkVersion(takesNewer: boolean) {
  const ofGroups = checkApiVersion({ ...GROUP_VERSIONS, takesNewer })
  const ofAlerts = checkApiVersion({ ...ALERT_VERSIONS, takesNewer })
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const isAlert = request.routeOptions.url?.includes('/activityLogAlerts')
    if (isAlert) ofAlerts(request, reply)
    else ofGroups(request, reply)
  }
}
