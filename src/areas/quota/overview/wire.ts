import { type Static, Type } from 'typebox'
import { named, oneOf, ref } from '../../../platform/http/schema.ts'
import { QuotaRequestState } from '../requests/wire.ts'
import { ApiVersionQuery, int32 } from '../wire.ts'

export const OverviewQuery = Type.Object({
  ...ApiVersionQuery,
  $skiptoken: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'The position of the page. Take it from `nextLink`.',
    }),
  ),
})

const nextLink = Type.Optional(Type.String())

export type LocatedLimit = Static<typeof LocatedLimit>
export const LocatedLimit = named(
  'LocatedQuotaLimit',
  Type.Object({
    provider: Type.String(),
    location: Type.String(),
    resource: Type.String(),
    displayName: Type.String(),
    unit: Type.String(),
    limit: int32,
    currentValue: int32,
  }),
)

export const LocatedLimitList = named(
  'LocatedQuotaLimitList',
  Type.Object({ value: Type.Array(ref(LocatedLimit)), nextLink }),
)

export const STEPS = ['Submitted', 'Examined', 'Granted', 'Sent', 'Ended'] as const
export type Step = Static<typeof Step>
export const Step = named(
  'QuotaRequestStep',
  Type.Object({
    step: oneOf(
      STEPS,
      '`Examined`: the rules were applied to it. `Sent`: the provider was notified for the first time.',
    ),
    at: Type.String({ format: 'date-time' }),
  }),
)

export type SubRequestRecord = Static<typeof SubRequestRecord>
export const SubRequestRecord = named(
  'QuotaSubRequestRecord',
  Type.Object({
    subRequestId: Type.String(),
    resource: Type.String(),
    displayName: Type.String(),
    unit: Type.String(),
    requestedLimit: int32,
    grantedLimit: Type.Optional(int32),
    provisioningState: ref(QuotaRequestState),
    code: Type.Optional(Type.String()),
    message: Type.String(),
    steps: Type.Array(ref(Step), { description: 'The completed steps, earliest first.' }),
  }),
)

export type RequestRecord = Static<typeof RequestRecord>
export const RequestRecord = named(
  'QuotaRequestRecord',
  Type.Object({
    id: Type.String(),
    provider: Type.String(),
    location: Type.String(),
    requestedBy: Type.String(),
    requestSubmitTime: Type.String({ format: 'date-time' }),
    provisioningState: ref(QuotaRequestState),
    message: Type.String(),
    value: Type.Array(ref(SubRequestRecord)),
  }),
)

export const RequestRecordList = named(
  'QuotaRequestRecordList',
  Type.Object({ value: Type.Array(ref(RequestRecord)), nextLink }),
)
