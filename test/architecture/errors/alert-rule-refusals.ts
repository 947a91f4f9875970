import * as alertRuleErrors from '../../../src/management-api/alert-rules/errors.ts'
import * as notificationErrors from '../../../src/management-api/notifications/errors.ts'
import * as secretErrors from '../../../src/platform/crypto/errors.ts'
import type { Answer } from '../../support/http/http.ts'
import { toTest } from '../../support/world/alert-rules.ts'
import { openAlerts } from './alert-rule-stage.ts'
import type { ManagementStage } from './management-stage.ts'
import { notificationRefusals } from './notification-refusals.ts'
import type { RefusalOn } from './page.ts'

type Alerts = Awaited<ReturnType<typeof openAlerts>>

const on = (provoke: (alerts: Alerts) => Promise<Answer>) => async (stage: ManagementStage) =>
  provoke(await openAlerts(stage))
const withRule = (change: object) =>
  on(async (alerts) => {
    await alerts.add('actionGroups', 'ops')
    const { properties } = alerts.bodies.activityLogAlerts
    return alerts.add('activityLogAlerts', 'r', { properties: { ...properties, ...change } })
  })
const withReceiver = (change: object) =>
  on(({ add, bodies }) => {
    const { properties } = bodies.actionGroups
    const webhookReceivers = properties.webhookReceivers.map((hook) => ({ ...hook, ...change }))
    return add('actionGroups', 'g', { properties: { ...properties, webhookReceivers } })
  })

const alertRuleRefusals: Record<keyof typeof alertRuleErrors, RefusalOn<ManagementStage>> = {
  alertResourceNotFound: {
    when: 'An action group or an alert rule that the resource group does not have',
    about: ['actionGroups', 'ops', 'none'],
    provoke: on(({ ask, at }) => ask('GET', at('actionGroups', 'none'))),
  },
  alertResourceNameInvalid: {
    when: 'An action group or an alert rule is created under a name with other characters',
    about: ['a&b'],
    provoke: on(({ add }) => add('actionGroups', 'a%26b')),
  },
  tooManyAlertResources: {
    when: 'One more action group or alert rule than a subscription can have',
    about: ['actionGroups', 20],
    provoke: on(async ({ add }) => {
      for (let n = 1; n <= 20; n++) await add('actionGroups', `g-${n}`)
      return add('actionGroups', 'more')
    }),
  },
  tooManyCalls: {
    when: 'The alert rules call more web hooks than a subscription can have',
    about: [20],
    provoke: on(async ({ add, bodies }) => {
      const [hook] = bodies.actionGroups.properties.webhookReceivers
      const webhookReceivers = Array.from({ length: 7 }, (_, n) => ({ ...hook, name: `h${n}` }))
      const properties = { ...bodies.actionGroups.properties, webhookReceivers }
      await add('actionGroups', 'ops', { properties })
      for (const name of ['a', 'b']) await add('activityLogAlerts', name)
      return add('activityLogAlerts', 'c')
    }),
  },
  actionGroupInvalid: {
    when: 'Two receivers of an action group have the same name',
    about: ['It has two receivers named hook. Use a different name for each.'],
    provoke: on(({ add, bodies }) => {
      const [hook] = bodies.actionGroups.properties.webhookReceivers
      const properties = { ...bodies.actionGroups.properties, webhookReceivers: [hook, hook] }
      return add('actionGroups', 'g', { properties })
    }),
  },
  receiverNotServed: {
    when: 'An action group with receivers other than web hooks, or a web hook that is called with a token',
    about: 'varies',
    provoke: withReceiver({ useAadAuth: true }),
  },
  alertRuleInvalid: {
    when: 'An alert rule with a condition, a scope or an action group that is not served or not there',
    about: 'varies',
    provoke: withRule({ scopes: [] }),
  },
  alertRuleNeverFires: {
    when: 'An alert rule that no event can match because of its scope or conditions, or that names only unknown services',
    about: ['There are no events of the category Policy. Use ServiceHealth or ResourceHealth.'],
    provoke: withRule({ condition: { allOf: [{ field: 'category', equals: 'Policy' }] } }),
  },
  receiverNotFound: {
    when: 'A web hook that the action group does not have is to be turned on again',
    about: ['none'],
    provoke: on(async ({ add, ask, at }) => {
      await add('actionGroups', 'ops')
      return ask('POST', at('actionGroups', 'ops/subscribe'), { receiverName: 'none' })
    }),
  },
  testInvalid: {
    when: 'A test of another type than servicehealth, or without receivers',
    about: ['It has no receiver. Add at least one web hook to webhookReceivers.'],
    provoke: on(({ ask, root }) =>
      ask('POST', root('createNotifications'), { alertType: 'servicehealth' }),
    ),
  },
  tooManyTests: {
    when: 'More than 100 tests within a day',
    about: [100],
    provoke: on(async ({ ask, root, bodies }) => {
      const test = toTest(bodies)
      for (let n = 1; n <= 100; n++) await ask('POST', root('createNotifications'), test)
      return ask('POST', root('createNotifications'), test)
    }),
  },
  testNotFound: {
    when: 'A test that the subscription did not send, or no longer has',
    about: ['none'],
    provoke: on(({ ask, root }) => ask('GET', root('notificationStatus/none'))),
  },
  receiverOn: {
    when: 'A web hook that is on is to be turned on again',
    about: ['hook'],
    provoke: on(async ({ add, ask, at }) => {
      await add('actionGroups', 'ops')
      return ask('POST', at('actionGroups', 'ops/subscribe'), { receiverName: 'hook' })
    }),
  },
}

/** Those of notifications too. */
export const alertErrors = { ...notificationErrors, ...alertRuleErrors, ...secretErrors }
export const alertRefusals = {
  ...notificationRefusals,
  ...alertRuleRefusals,
  secretUnreadable: {
    when: 'An address was encrypted with a key that is not in `SECRET_KEY_FILE`',
    provoke: async (stage: ManagementStage) => {
      const alerts = await openAlerts(stage)
      await alerts.add('actionGroups', 'ops')
      const sealed_addresses = Buffer.alloc(60)
      const { db } = stage.database
      await db
        .updateTable('action_group')
        .set({ sealed_addresses })
        .where('subscription_id', '=', alerts.id)
        .execute()
      return alerts.ask('GET', alerts.at('actionGroups', 'ops'))
    },
  },
}
