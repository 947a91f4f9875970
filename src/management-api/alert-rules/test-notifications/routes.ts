import type { Routes } from '../../../platform/http/route-types.ts'
import { answer, ref } from '../../../platform/http/schema.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { mayChange } from '../../notifications/rules.ts'
import { testNotFound } from '../errors.ts'
import { changing, GROUP_PATH, headers, reading, SUBSCRIPTION_PATH } from '../operation.ts'
import type { ResourceName } from '../rules.ts'
import { VersionQuery } from '../wire.ts'
import { sendTests, type TestDeps } from './actions.ts'
import { paramsOf, type Scope } from './scopes.ts'
import { findTest } from './store.ts'
import { isOldSpelling, toStatus } from './views.ts'
import { StatusQuery, TestInput, TestNotification, TestStatus } from './wire.ts'

type Deps = TestDeps & Readonly<{ managementUrl: string }>

const tag = 'test notifications'
const RETRY_AFTER_S = 1

/** The same operations at a subscription, a resource group and an action group. */
export function testNotificationRoutes(app: Routes, deps: Deps): void {
  const provider = `/providers/${deps.vendorNamespace}.Insights`
  routesAt(app, deps, { name: '', path: `${SUBSCRIPTION_PATH}${provider}` })
  routesAt(app, deps, { name: 'OfResourceGroup', path: `${GROUP_PATH}${provider}` })
  const group = `${GROUP_PATH}${provider}/actionGroups/:name`
  routesAt(app, deps, { name: 'OfActionGroup', path: group })
}

function routesAt(app: Routes, deps: Deps, scope: Scope): void {
  app.post(
    `${scope.path}/createNotifications`,
    changing(`createTestNotifications${scope.name}`, {
      tag,
      summary: 'Send a test to web hooks',
      params: paramsOf(scope),
      querystring: VersionQuery,
      headers,
      body: ref(TestInput),
      answers: {
        202: answer(
          'The test will be sent. Location contains the URL of its status.',
          ref(TestNotification),
        ),
      },
    }),
    async ({ subscription, call, params, body, query, url }, reply) => {
      const target = { subscriptionId: subscription.id, group: groupIn(params) }
      const { id, createdAt } = await sendTests(deps, call, target, body)
      const [path = ''] = url.split('?')
      const status = path.replace(/createNotifications\/?$/i, `notificationStatus/${id}`)
      const version = encodeURIComponent(query['api-version'])
      return reply
        .code(202)
        .header('location', `${deps.managementUrl}${status}?api-version=${version}&poll=true`)
        .header('retry-after', RETRY_AFTER_S)
        .send({ notificationId: id, correlationId: id, createdTime: createdAt.toISOString() })
    },
  )
  app.get(
    `${scope.path}/notificationStatus/:notificationId`,
    reading(`getTestNotifications${scope.name}`, {
      tag,
      summary: 'Get the status of a test',
      params: paramsOf(scope, 'notificationId'),
      querystring: StatusQuery,
      answers: {
        200: answer('The status of the test.', ref(TestStatus)),
        202: answer('The test is in progress. Only with poll.', ref(TestStatus)),
      },
    }),
    async ({ subscription, params: { notificationId }, query }, reply) => {
      const key = { subscriptionId: subscription.id, id: notificationId }
      const row = isUuid(notificationId) ? await findTest(deps.db, key) : undefined
      if (!row) throw testNotFound(notificationId)
      const isOpen = query.poll === true && !row.completedAt
      if (isOpen) reply.header('retry-after', RETRY_AFTER_S)
      const isOld = isOldSpelling(query['api-version'])
      const hasReasons = mayChange(subscription.role)
      return reply.code(isOpen ? 202 : 200).send(toStatus(row, { isOld, hasReasons }))
    },
  )
}

/** The action group that a path names, if it does. */
function groupIn(params: Readonly<Record<string, string>>): ResourceName | undefined {
  const { resourceGroup, name } = params
  return resourceGroup !== undefined && name !== undefined ? { resourceGroup, name } : undefined
}
