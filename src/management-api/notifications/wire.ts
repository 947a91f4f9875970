import { type Static, Type } from 'typebox'
import { named, oneOf, ref } from '../../platform/http/schema.ts'
import { SkipTokenQuery } from '../../platform/paging/page.ts'
import {
  DELIVERY_KINDS,
  DELIVERY_STATES,
  NOTICES,
  NOTIFICATION_KINDS,
  OFF_REASONS,
  RECEIVER_STATES,
} from './rules.ts'
import { ALERT_FORMS } from './sending/alert-target.ts'

const address = Type.String({
  minLength: 1,
  maxLength: 2000,
  description:
    'The URL that is called. It must start with https. Of the kind `email`, an e-mail address.',
})
const filter = Type.String({
  maxLength: 4000,
  description:
    'Which events, as the `$filter` of `listEvents`. Default: all. An empty text removes it.',
})
const notices = Type.Array(oneOf(NOTICES), {
  minItems: 1,
  maxItems: NOTICES.length,
  uniqueItems: true,
  description:
    '`events`: each revision of an event that affects the subscription. `removals`: an event no longer affects it. `drills`: each revision and removal of a drill, which the others do not include. `quotaDecisions`: a quota request has ended. `quotaUsage`: usage was reported that reaches 80 % or 95 % of its limit. `maintenance`: planned maintenance, before it starts, when it starts and when it ends. `resourceHealth`: an operator has set a resource to another state. Default: `events` and `removals`.',
})
const hoursBefore = Type.Integer({
  minimum: 1,
  maximum: 168,
  description: 'How long before planned maintenance the first reminder is sent. Default: 24.',
})
const enabled = Type.Boolean({ description: 'Default: true.' })
const nextLink = Type.Optional(Type.String({ description: 'The URL of the next page.' }))

export type NotificationInput = Static<typeof NotificationInput>
export const NotificationInput = named(
  'NotificationInput',
  Type.Object({
    kind: oneOf(
      NOTIFICATION_KINDS,
      '`webhook`: CloudEvents 1.0 signed as Standard Webhooks. `slack` and `teams`: a message for a channel. `email`: a mail, once its receiver has confirmed.',
    ),
    address,
    filter: Type.Optional(filter),
    notices: Type.Optional(notices),
    hoursBefore: Type.Optional(hoursBefore),
    enabled: Type.Optional(enabled),
  }),
)

export type NotificationChange = Static<typeof NotificationChange>
export const NotificationChange = named(
  'NotificationChange',
  Type.Object({
    filter: Type.Optional(filter),
    notices: Type.Optional(notices),
    hoursBefore: Type.Optional(hoursBefore),
    enabled: Type.Optional(enabled),
  }),
)

const notification = {
  id: Type.String(),
  name: Type.String(),
  kind: oneOf(NOTIFICATION_KINDS),
  address: Type.String({
    description:
      'The URL, without what may be a secret. Of an e-mail address, the first letter and the domain.',
  }),
  receiver: Type.Optional(
    oneOf(
      RECEIVER_STATES,
      'Of the kind `email`: `waiting` until the receiver confirms, then `confirmed`, or `stopped` by the receiver. Mails are sent while it is `confirmed`.',
    ),
  ),
  filter: Type.Optional(Type.String()),
  notices: Type.Array(oneOf(NOTICES)),
  hoursBefore: Type.Optional(Type.Integer()),
  enabled: Type.Boolean(),
  off: Type.Optional(
    Type.Object({
      reason: oneOf(
        OFF_REASONS,
        '`turned-off` by a person, `gone` after status 410, or `failing` for three days.',
      ),
      at: Type.String(),
    }),
  ),
  failingSince: Type.Optional(
    Type.String({
      description: 'Since when every attempt has failed. Absent if the last did not.',
    }),
  ),
  nextAttemptAt: Type.Optional(
    Type.String({ description: 'When a destination that fails is tried again.' }),
  ),
  hasPreviousSecret: Type.Optional(
    Type.Boolean({ description: 'True while messages are signed with two secrets.' }),
  ),
  alertRule: Type.Optional(
    Type.Object(
      {
        id: Type.String(),
        actionGroupId: Type.String(),
        receiver: Type.String(),
        form: oneOf(ALERT_FORMS, 'The body: the common alert schema, or the older form.'),
      },
      { description: 'The alert rule that the notification belongs to, and is changed with.' },
    ),
  ),
  lastDelivery: Type.Optional(
    Type.Object(
      { state: oneOf(DELIVERY_STATES), createdAt: Type.String() },
      { description: 'The latest delivery. Absent if there is none, and in responses to changes.' },
    ),
  ),
  createdBy: Type.String(),
  createdAt: Type.String(),
  updatedAt: Type.String(),
}

export type Notification = Static<typeof Notification>
export const Notification = named('Notification', Type.Object(notification))

export const SavedNotification = named(
  'SavedNotification',
  Type.Object({
    ...notification,
    secret: Type.Optional(
      Type.String({
        description:
          'Signs the messages of a web hook (Standard Webhooks). Present if it was just made; this is the only time it is shown.',
      }),
    ),
  }),
)

export const NotificationSecret = named(
  'NotificationSecret',
  Type.Object({
    secret: Type.String({
      description:
        'Messages are signed with it and the previous one. This is the only time it is shown.',
    }),
  }),
)

export const NotificationList = named(
  'NotificationList',
  Type.Object({
    value: Type.Array(ref(Notification)),
    canChange: Type.Boolean({
      description: 'True if your role on the subscription lets you change its notifications.',
    }),
  }),
)

export type Delivery = Static<typeof Delivery>
export const Delivery = named(
  'Delivery',
  Type.Object({
    id: Type.String({ description: 'The `webhook-id` of each attempt.' }),
    kind: oneOf(DELIVERY_KINDS),
    trackingId: Type.Optional(Type.String()),
    revision: Type.Optional(Type.Integer()),
    subject: Type.Optional(
      Type.String({
        description:
          'The id of the quota request, or the resource that is used or whose state was set.',
      }),
    ),
    state: oneOf(
      DELIVERY_STATES,
      '`pending`, `delivered`, `held` if the notification was turned off, or `withdrawn` if the event no longer affects the subscription.',
    ),
    createdAt: Type.String(),
    endedAt: Type.Optional(Type.String()),
    attempts: Type.Array(
      Type.Object({
        number: Type.Integer(),
        at: Type.String(),
        durationMs: Type.Integer(),
        status: Type.Optional(Type.Integer({ description: 'Absent if there was no answer.' })),
        reason: Type.Optional(
          Type.String({ description: 'Why there was no answer. For owners and contributors.' }),
        ),
        answer: Type.Optional(
          Type.String({
            description: 'At most the first KiB of the answer. For owners and contributors.',
          }),
        ),
      }),
      { description: 'The last 20.' },
    ),
  }),
)

export const DeliveryList = named(
  'DeliveryList',
  Type.Object({ value: Type.Array(ref(Delivery)), nextLink }),
)

export const DeliveryQuery = Type.Object(SkipTokenQuery)

export const TestDelivery = named(
  'TestDelivery',
  Type.Object({
    deliveryId: Type.String({ description: 'Its attempts are in the list of deliveries.' }),
  }),
)

const time = Type.String({ format: 'date-time' })
export type ReplayInput = Static<typeof ReplayInput>
export const ReplayInput = named(
  'ReplayInput',
  Type.Object({
    deliveryId: Type.Optional(Type.String({ format: 'uuid' })),
    from: Type.Optional(time),
    to: Type.Optional(time),
  }),
)

export const Replay = named(
  'Replay',
  Type.Object({ count: Type.Integer({ description: 'How many messages are sent again.' }) }),
)
