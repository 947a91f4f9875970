import { Type } from 'typebox'
import { defineSettings, listed } from '../../platform/settings/settings.ts'

export type NotificationSettings = Readonly<{
  notificationExceptions: readonly string[]
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
  },
  findProblems({ NOTIFICATION_EXCEPTIONS }) {
    const odd = listed(NOTIFICATION_EXCEPTIONS).filter((entry) => !HOST_AND_PORT.test(entry))
    return odd.length > 0
      ? [`NOTIFICATION_EXCEPTIONS: ${odd.join(', ')} is not of the form host:port.`]
      : []
  },
  read: (values): NotificationSettings => ({
    notificationExceptions: listed(values.NOTIFICATION_EXCEPTIONS?.toLowerCase()),
  }),
})
