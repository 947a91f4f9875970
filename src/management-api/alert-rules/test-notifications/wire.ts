import { type Static, Type } from 'typebox'
import { named } from '../../../platform/http/schema.ts'
import { receiverProperties } from '../action-groups/wire.ts'

export type TestInput = Static<typeof TestInput>
export const TestInput = named(
  'NotificationRequestBody',
  Type.Object({
    alertType: Type.String({ maxLength: 30, description: 'Only servicehealth is supported.' }),
    ...receiverProperties,
  }),
)

export const TestNotification = named(
  'TestNotificationResponse',
  Type.Object({
    notificationId: Type.String(),
    correlationId: Type.String(),
    createdTime: Type.String(),
  }),
)

const outcomes = Type.Array(
  Type.Object({
    MechanismType: Type.String(),
    Name: Type.String(),
    Status: Type.String({ description: 'Completed, or Failed.' }),
    SubState: Type.String(),
    SendTime: Type.String(),
    Detail: Type.String({
      description:
        'The status of the response, or that there was none. Owners and contributors also see the reason.',
    }),
  }),
)
const state = Type.String({ description: 'InProgress, or Completed.' })

const Details = named(
  'TestNotificationDetails',
  Type.Object({
    context: Type.Object({ notificationSource: Type.String(), contextType: Type.String() }),
    state,
    createdTime: Type.String(),
    completedTime: Type.Optional(Type.String()),
    actionDetails: outcomes,
  }),
)
const OldDetails = named(
  'TestNotificationDetails20210901',
  Type.Object({
    Context: Type.Object({ NotificationSource: Type.String(), ContextType: Type.String() }),
    State: state,
    CreatedTime: Type.String(),
    CompletedTime: Type.Optional(Type.String()),
    ActionDetails: outcomes,
  }),
)

export type TestStatus = Static<typeof TestStatus>
export const TestStatus = named(
  'TestNotificationStatus',
  Type.Unsafe<Static<typeof Details> | Static<typeof OldDetails>>({
    anyOf: [Details, OldDetails].map(({ $id: _, ...schema }) => schema),
  }),
)

export const StatusQuery = Type.Object({
  'api-version': Type.String({ minLength: 1, description: 'The API version.' }),
  poll: Type.Optional(
    Type.Boolean({
      description:
        'Present in Location. The response is then 202 while the test is in progress, for clients that poll.',
    }),
  ),
})
