import { type Static, Type } from 'typebox'
import { named, oneOf, ref } from '../../../../platform/http/schema.ts'
import { int32 } from '../../wire.ts'

const part = {
  subscriptionId: Type.String(),
  requestId: Type.String(),
  subRequestId: Type.String(),
  provider: Type.String(),
  location: Type.String(),
  resource: Type.String(),
  unit: Type.String(),
  askedLimit: int32,
  requestedBy: Type.String(),
}

export type WaitingPart = Static<typeof WaitingPart>
export const WaitingPart = named(
  'WaitingSubRequest',
  Type.Object({
    ...part,
    currentLimit: Type.Optional(int32),
    currentValue: int32,
    waitingSince: Type.String({ format: 'date-time' }),
  }),
)
export const WaitingPartList = named(
  'WaitingSubRequestList',
  Type.Object({ value: Type.Array(ref(WaitingPart)), nextLink: Type.Optional(Type.String()) }),
)

export type GivenUpPart = Static<typeof GivenUpPart>
export const GivenUpPart = named(
  'GivenUpSubRequest',
  Type.Object({
    ...part,
    tries: Type.Integer(),
    lastError: Type.Optional(Type.String()),
    code: Type.String(),
    gaveUpAt: Type.String({ format: 'date-time' }),
  }),
)
export const GivenUpPartList = named(
  'GivenUpSubRequestList',
  Type.Object({ value: Type.Array(ref(GivenUpPart)), nextLink: Type.Optional(Type.String()) }),
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
      description: 'The requester reads it.',
    }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2147483647,
        description: 'Of an approval: less than was asked for.',
      }),
    ),
    code: Type.Optional(
      Type.String({
        pattern: '^[A-Z][A-Za-z0-9]{0,63}$',
        description:
          'Of a denial: the error code it ends with. `QuotaNotAvailableForResource` by default.',
      }),
    ),
  }),
)
