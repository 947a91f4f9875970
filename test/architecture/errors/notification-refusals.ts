import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type * as notificationErrors from '../../../src/management-api/notifications/errors.ts'
import type { Db } from '../../../src/platform/db/connect.ts'
import { type Answer, caller } from '../../support/http/http.ts'
import { openAlerts } from './alert-rule-stage.ts'
import type { ManagementStage } from './management-stage.ts'
import type { RefusalOn } from './page.ts'

const INPUT = { kind: 'webhook', address: 'https://receiver.example/hook' }
const mailTo = (name: string) => ({ kind: 'email', address: `${name}@receiver.example` })
type Ask = (method: string, rest: string, body?: object) => Promise<Answer>

/** With a subscription of its own, and one notification on it that is named hook. */
const provokeOn =
  (
    provoke: (ask: Ask, of: Readonly<{ id: string; db: Db }>) => Promise<Answer>,
    input: object = INPUT,
    hasMail = false,
  ) =>
  async (stage: ManagementStage): Promise<Answer> => {
    const { people } = stage
    const server = hasMail ? stage.withMail : stage.server
    const id = randomUUIDv7()
    await stage.addSubscription(id, { [people.ada.id]: 'owner' })
    const ask: Ask = (method, rest, body) =>
      caller(server)(
        undefined,
        method,
        `/notifications/v1/subscriptions/${id}/notifications/${rest}`,
        body,
        { Authorization: `Bearer ${people.ada.bearer}` },
      )
    await ask('PUT', 'hook', input)
    return provoke(ask, { id, db: stage.database.db })
  }

export const notificationRefusals: Record<
  Exclude<keyof typeof notificationErrors, 'sealMissing'>,
  RefusalOn<ManagementStage>
> = {
  notificationNotFound: {
    when: 'A notification that the subscription does not have',
    about: ['none'],
    provoke: provokeOn((ask) => ask('GET', 'none')),
  },
  notificationOfAlert: {
    when: 'A notification that belongs to an alert rule is changed by itself',
    about: 'varies',
    provoke: async (stage) => {
      const alerts = await openAlerts(stage)
      await alerts.add('actionGroups', 'ops')
      await alerts.add('activityLogAlerts', 'all')
      const list = `/notifications/v1/subscriptions/${alerts.id}/notifications`
      const { body } = await alerts.ask('GET', list)
      return alerts.ask('DELETE', `${list}/${body.value[0].name}`)
    },
  },
  deliveryNotFound: {
    when: 'A delivery that the notification does not have is sent again',
    about: 'varies',
    provoke: provokeOn((ask) => ask('POST', 'hook/replay', { deliveryId: randomUUID() })),
  },
  testNotReplayed: {
    when: 'A test is sent again',
    about: 'varies',
    provoke: provokeOn(async (ask) => {
      const { body } = await ask('POST', 'hook/test')
      return ask('POST', 'hook/replay', { deliveryId: body.deliveryId })
    }),
  },
  notificationNameInvalid: {
    when: 'A notification is created under a name with other characters',
    about: ['a b'],
    provoke: provokeOn((ask) => ask('PUT', 'a%20b', INPUT)),
  },
  tooManyNotifications: {
    when: 'One more notification than a subscription can have',
    about: [20],
    provoke: provokeOn(async (ask) => {
      for (let n = 1; n < 20; n++) await ask('PUT', `hook-${n}`, INPUT)
      return ask('PUT', 'one-more', INPUT)
    }),
  },
  addressRefused: {
    when: 'The address of a notification is private, is not https, or is none',
    about: ['It must start with https.'],
    provoke: provokeOn((ask) => ask('PUT', 'odd', { ...INPUT, address: 'http://example.com' })),
  },
  emailInvalid: {
    when: 'The address of a notification of the kind `email` is none',
    about: ['nobody'],
    provoke: provokeOn(
      (ask) => ask('PUT', 'mail', { kind: 'email', address: 'nobody' }),
      INPUT,
      true,
    ),
  },
  mailMissing: {
    when: 'A notification of the kind `email` where no e-mail is sent',
    provoke: provokeOn((ask) => ask('PUT', 'mail', mailTo('ben'))),
  },
  confirmationLimited: {
    when: 'A confirmation e-mail would exceed the daily limit of the address or the account',
    provoke: provokeOn(
      async (ask) => {
        for (let n = 1; n <= 5; n++) await ask('PUT', `mail-${n}`, mailTo('cleo'))
        return ask('PUT', 'mail', mailTo('cleo'))
      },
      INPUT,
      true,
    ),
  },
  receiverMissing: {
    when: 'The receiver of a notification that is not of the kind `email` is asked',
    about: ['hook'],
    provoke: provokeOn((ask) => ask('POST', 'hook/confirmation'), INPUT, true),
  },
  receiverConfirmed: {
    when: 'A receiver is asked who has confirmed',
    about: ['hook'],
    provoke: async (stage) => {
      const confirmed = { receiver_state: 'confirmed' }
      return provokeOn(
        async (ask) => {
          const { db } = stage.database
          await db.updateTable('notification').set(confirmed).where('kind', '=', 'email').execute()
          return ask('POST', 'hook/confirmation')
        },
        mailTo('dan'),
        true,
      )(stage)
    },
  },
  receiverUnconfirmed: {
    when: 'A message is to be sent to a receiver who has not confirmed',
    about: ['hook'],
    provoke: provokeOn((ask) => ask('POST', 'hook/test'), mailTo('eve'), true),
  },
  tooManyReceiverRequests: {
    when: 'Too many links of e-mails are tried from one network',
    about: 'varies',
    provoke: async ({ askLimited, limitedUrl }) => {
      await fetch(`${limitedUrl()}/notifications/v1/receivers/stop/x`)
      return askLimited('/notifications/v1/receivers/stop/x')
    },
  },
  filterNeverFits: {
    when: 'The filter of a notification needs two values of one field at once',
    about: ['status cannot be both Active and Resolved'],
    provoke: provokeOn((ask) =>
      ask('PATCH', 'hook', { filter: "status eq 'Active' and status eq 'Resolved'" }),
    ),
  },
  notificationOff: {
    when: 'Something is to be sent to a notification that is off',
    about: ['hook'],
    provoke: provokeOn((ask) => ask('POST', 'hook/test'), { ...INPUT, enabled: false }),
  },
  noSecret: {
    when: 'A notification that is not a web hook is to get a new secret',
    about: ['hook'],
    provoke: provokeOn((ask) => ask('POST', 'hook/secrets'), { ...INPUT, kind: 'slack' }),
  },
  twoSecrets: {
    when: 'A notification that has two secrets is to get a third',
    about: ['hook'],
    provoke: provokeOn(async (ask) => {
      await ask('POST', 'hook/secrets')
      return ask('POST', 'hook/secrets')
    }),
  },
  noPreviousSecret: {
    when: 'The previous secret of a notification that has one secret is deleted',
    about: ['hook'],
    provoke: provokeOn((ask) => ask('DELETE', 'hook/secrets/previous')),
  },
  replayInvalid: {
    when: 'A replay that names neither one delivery nor a span of time',
    provoke: provokeOn((ask) => ask('POST', 'hook/replay', {})),
  },
  replayTooLarge: {
    when: 'A replay of a span of time in which more than 10,000 deliveries were created',
    provoke: provokeOn(async (ask, of) => {
      await insertDeliveries(of, 'event', 10_001)
      return ask('POST', 'hook/replay', {
        from: new Date(Date.now() - DAY_MS).toISOString(),
        to: new Date(Date.now() + DAY_MS).toISOString(),
      })
    }),
  },
  tooManyTests: {
    when: 'The notifications of a subscription are tested more than 100 times on a day',
    provoke: provokeOn(async (ask) => {
      for (let n = 0; n < 100; n++) await ask('POST', 'hook/test')
      return ask('POST', 'hook/test')
    }),
  },
}

const DAY_MS = 24 * 3_600_000

/** Of the notification of a subscription, just created. */
const insertDeliveries = (
  { id, db }: Readonly<{ id: string; db: Db }>,
  kind: string,
  count: number,
) =>
  sql`insert into delivery (subscription_id, id, notification_id, number, kind, position, state, created_at)
      select ${id}, gen_random_uuid(), notification.id, n, ${kind}, 1, 'delivered', now()
        from notification, generate_series(1, ${count}::integer) as n
       where subscription_id = ${id}`.execute(db)
