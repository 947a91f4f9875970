import { type Static, Type } from 'typebox'
import { named, oneOf, ref } from '../../../../platform/http/schema.ts'
import { int32 } from '../../wire.ts'

const subRequest = {
  subscriptionId: Type.String(),
  requestId: Type.String(),
  subRequestId: Type.String(),
  provider: Type.String(),
  location: Type.String(),
  resource: Type.String(),
  displayName: Type.String(),
  unit: Type.String(),
  requestedLimit: int32,
  requestedBy: Type.String(),
}

export type WaitingSubRequest = Static<typeof WaitingSubRequest>
export const WaitingSubRequest = named(
  'WaitingSubRequest',
  Type.Object({
    ...subRequest,
    currentLimit: Type.Optional(int32),
    currentValue: int32,
    headroomLimit: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'The default limit plus the headroom in the catalogue. Absent if the resource is not in the catalogue.',
      }),
    ),
    maximum: Type.Optional(
      Type.Integer({
        ...int32,
        description: 'The maximum limit in the catalogue, if there is one.',
      }),
    ),
    waitingSince: Type.String({ format: 'date-time' }),
  }),
)
export const WaitingSubRequestList = named(
  'WaitingSubRequestList',
  Type.Object({
    value: Type.Array(ref(WaitingSubRequest)),
    nextLink: Type.Optional(Type.String()),
  }),
)

export type GivenUpSubRequest = Static<typeof GivenUpSubRequest>
export const GivenUpSubRequest = named(
  'GivenUpSubRequest',
  Type.Object({
    ...subRequest,
    tries: Type.Integer(),
    lastError: Type.Optional(Type.String()),
    code: Type.String(),
    gaveUpAt: Type.String({ format: 'date-time' }),
    grantedLimit: Type.Optional(
      Type.Integer({ ...int32, description: 'The limit that was granted, if it was granted.' }),
    ),
    retriedAs: Type.Optional(Type.String({ description: 'The request that retried it.' })),
  }),
)
export const GivenUpSubRequestList = named(
  'GivenUpSubRequestList',
  Type.Object({
    value: Type.Array(ref(GivenUpSubRequest)),
    nextLink: Type.Optional(Type.String()),
  }),
)

export type Decision = Static<typeof Decision>
export const Decision = named(
  'QuotaDecision',
  Type.Object({
    decision: oneOf(['approve', 'deny']),
    reason: Type.String({
      minLength: 1,
      maxLength: 500,
      pattern: '\\S',
      description: 'The reason, which is shown to the requester.',
    }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2147483647,
        description: 'For an approval: a limit below the requested one.',
      }),
    ),
    code: Type.Optional(
      Type.String({
        pattern: '^[A-Z][A-Za-z0-9]{0,63}$',
        description:
          'For a denial: the error code of the request. Default: `QuotaNotAvailableForResource`.',
      }),
    ),
  }),
)
