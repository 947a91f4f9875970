import { Type } from 'typebox'
import { named, ref } from '../../platform/http/schema.ts'

const texts = (description: string) => Type.Record(Type.String(), Type.String(), { description })

export const RecordedRequest = named(
  'RecordedRequest',
  Type.Object({
    number: Type.Integer({ description: 'Counted from 1 since the emulator was started.' }),
    at: Type.String({ format: 'date-time', description: 'The product time of the response.' }),
    method: Type.String(),
    path: Type.String(),
    query: Type.Record(Type.String(), Type.Unknown()),
    headers: texts('Headers that describe the client. Credentials are not recorded.'),
    body: Type.Unknown({
      description:
        'The JSON body, or null. Secrets and bodies larger than 16 KiB are not recorded.',
    }),
    caller: texts('The id of the account, OAuth client or API token.'),
    status: Type.Integer({
      description:
        'The status of the response, or 0 if the connection ended before the response was complete.',
    }),
    ms: Type.Integer({ description: 'The duration in milliseconds of real time.' }),
    requestId: Type.String({ description: 'The x-ms-request-id of the response.' }),
  }),
)

export const RecordedRequestList = named(
  'RecordedRequestList',
  Type.Object({
    value: Type.Array(ref(RecordedRequest)),
    dropped: Type.Integer({
      description:
        'The number of earlier requests that are no longer recorded. The last 1,000 are available.',
    }),
  }),
)

const filters = {
  method: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
  path: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1000, description: '`*` matches any text.' }),
  ),
  caller: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  status: Type.Optional(Type.Integer({ minimum: 0, maximum: 599 })),
  after: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Only requests with a higher number.' }),
  ),
}

export const RequestQuery = Type.Object(filters)

const Count = Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 }))

export const RequestAssertion = named(
  'RequestAssertion',
  Type.Object({ ...filters, atLeast: Count, atMost: Count }),
)

export const RequestCount = named('RequestCount', Type.Object({ count: Type.Integer() }))
