import { Type } from 'typebox'
import { defineSettings, listed } from '../../platform/settings/settings.ts'

export type NotificationSettings = Readonly<{
  notificationExceptions: readonly string[]
  notificationsPerSubscription: number
  notificationMailsPerDay: number
  notificationRetryScale: number
}>

const HOST_AND_PORT = /^([^\s:/[\]]+|\[[0-9a-f:.]+\]):(\d{1,5}|\*)$/i

export const notificationSettings = defineSettings({
  environment: {
    NOTIFICATION_EXCEPTIONS: Type.Optional(
      Type.String({
        description:
          'A comma-separated list of notification destinations, each as `host:port`, that may be called even if their address is private or their URL does not use https. `host:*` stands for all ports. Default: none.',
      }),
    ),
    NOTIFICATIONS_PER_SUBSCRIPTION: Type.Integer({
      default: 20,
      minimum: 0,
      maximum: 1000,
      description: 'The maximum number of notifications of a subscription.',
    }),
    NOTIFICATION_MAILS_PER_DAY: Type.Integer({
      default: 200,
      minimum: 1,
      maximum: 100_000,
      description:
        'The maximum number of e-mails that the notifications of a subscription send per day (UTC), including tests and messages that are sent again. Further deliveries on that day are held.',
    }),
    NOTIFICATION_RETRY_SCALE: Type.Number({
      default: 1,
      exclusiveMinimum: 0,
      maximum: 10,
      description:
        'The factor for the delays between attempts at a destination, and for the time after which its notification is turned off. For tests, use a value below 1.',
    }),
  },
  findProblems({ NOTIFICATION_EXCEPTIONS }) {
    const odd = listed(NOTIFICATION_EXCEPTIONS).filter((entry) => !HOST_AND_PORT.test(entry))
    return odd.length > 0
      ? [`NOTIFICATION_EXCEPTIONS: ${odd.join(', ')} is not of the form host:port.`]
      : []
  },
  read: (values): NotificationSettings => ({
    notificationExceptions: listed(values.NOTIFICATION_EXCEPTIONS?.toLowerCase()),
    notificationsPerSubscription: values.NOTIFICATIONS_PER_SUBSCRIPTION,
    notificationMailsPerDay: values.NOTIFICATION_MAILS_PER_DAY,
    notificationRetryScale: values.NOTIFICATION_RETRY_SCALE,
  }),
})
