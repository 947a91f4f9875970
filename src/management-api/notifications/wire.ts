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
    'The URL that is called, which must start with https. For the kind `email`, an e-mail address.',
})
const filter = Type.String({
  maxLength: 4000,
  description:
    'Selects events, as the `$filter` of `listEvents` does. Default: all events. An empty text removes the filter.',
})
const notices = Type.Array(oneOf(NOTICES), {
  minItems: 1,
  maxItems: NOTICES.length,
  uniqueItems: true,
  description:
    '`events`: each revision of an event that affects the subscription. `removals`: an event no longer affects it. `drills`: each revision and removal of a drill; `events` and `removals` do not include drills. `quotaDecisions`: a quota request has ended. `quotaUsage`: usage was reported that reaches 80 % or 95 % of its limit. `maintenance`: planned maintenance, before it starts, when it starts and when it ends. `resourceHealth`: an operator has set a resource to another state. Default: `events` and `removals`.',
})
const hoursBefore = Type.Integer({
  minimum: 1,
  maximum: 168,
  description:
    'The number of hours before planned maintenance at which the first reminder is sent. Default: 24.',
})
const enabled = Type.Boolean({ description: 'Default: true.' })
const nextLink = Type.Optional(Type.String({ description: 'The URL of the next page.' }))

export type NotificationInput = Static<typeof NotificationInput>
export const NotificationInput = named(
  'NotificationInput',
  Type.Object({
    kind: oneOf(
      NOTIFICATION_KINDS,
      '`webhook`: CloudEvents 1.0 signed as Standard Webhooks. `slack` and `teams`: a message for a channel. `email`: an e-mail, after its receiver has confirmed.',
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
      'The URL, without parts that may be secret. For an e-mail address, its first letter and the domain.',
  }),
  receiver: Type.Optional(
    oneOf(
      RECEIVER_STATES,
      'For the kind `email`: `waiting` until the receiver confirms, then `confirmed`, or `stopped` by the receiver. E-mails are sent only if it is `confirmed`.',
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
      description:
        'The time since which every attempt has failed. Absent if the last attempt did not fail.',
    }),
  ),
  nextAttemptAt: Type.Optional(
    Type.String({ description: 'The time of the next attempt to call a destination that fails.' }),
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
      {
        description:
          'The alert rule that the notification belongs to. To change the notification, change the rule.',
      },
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
          'Signs the messages of a web hook (Standard Webhooks). Present if this request created it. This is the only time it is shown.',
      }),
    ),
  }),
)

export const NotificationSecret = named(
  'NotificationSecret',
  Type.Object({
    secret: Type.String({
      description:
        'Messages are signed with this secret and the previous one. This is the only time it is shown.',
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
          'The id of the quota request, or the resource whose usage was reported or whose state was set.',
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
        status: Type.Optional(Type.Integer({ description: 'Absent if there was no response.' })),
        reason: Type.Optional(
          Type.String({
            description: 'The reason why there was no response. Only for owners and contributors.',
          }),
        ),
        answer: Type.Optional(
          Type.String({
            description: 'At most the first KiB of the response. Only for owners and contributors.',
          }),
        ),
      }),
      { description: 'The last 20 attempts.' },
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
    deliveryId: Type.String({
      description: 'The id of the delivery, whose attempts are in the list of deliveries.',
    }),
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
  Type.Object({
    count: Type.Integer({ description: 'The number of messages that are sent again.' }),
  }),
)
