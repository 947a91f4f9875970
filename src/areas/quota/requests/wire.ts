import { type Static, Type } from 'typebox'
import { named, oneOf, ref } from '../../../platform/http/schema.ts'
import { ApiVersionQuery, int32, ResourceName } from '../wire.ts'

export const QUOTA_STATES = ['Accepted', 'Invalid', 'Succeeded', 'Failed', 'InProgress'] as const
export type QuotaState = (typeof QUOTA_STATES)[number]
export const QuotaRequestState = named('QuotaRequestState', oneOf(QUOTA_STATES))
const state = ref(QuotaRequestState)

const text = Type.String({ minLength: 1, maxLength: 200 })

/** What else GET gives may be sent back; it is not looked at. */
const inputProperties = {
  limit: int32,
  unit: Type.Optional(text),
  resourceType: Type.Optional(text),
}

export type QuotaLimitInput = Static<typeof QuotaLimitInput>
export const QuotaLimitInput = named(
  'QuotaLimitInput',
  Type.Object({
    properties: Type.Object({
      ...inputProperties,
      name: Type.Optional(Type.Object({ value: Type.Optional(text) })),
    }),
  }),
)

export type QuotaLimitInputs = Static<typeof QuotaLimitInputs>
export const QuotaLimitInputs = named(
  'QuotaLimitInputs',
  Type.Object({
    value: Type.Array(
      Type.Object({
        properties: Type.Object({ ...inputProperties, name: Type.Object({ value: text }) }),
      }),
      { minItems: 1, maxItems: 100 },
    ),
  }),
)

export type SubRequest = Static<typeof SubRequest>
export const SubRequest = named(
  'SubRequest',
  Type.Object({
    limit: int32,
    message: Type.String(),
    name: ref(ResourceName),
    provisioningState: state,
    resourceType: Type.Optional(Type.String()),
    subRequestId: Type.Optional(
      Type.String({ description: 'Can be missing once the sub-request is completed.' }),
    ),
    unit: Type.String(),
  }),
)

export type QuotaRequestDetails = Static<typeof QuotaRequestDetails>
export const QuotaRequestDetails = named(
  'QuotaRequestDetails',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    type: Type.String(),
    properties: Type.Object({
      message: Type.String(),
      provisioningState: state,
      requestSubmitTime: Type.String({ format: 'date-time' }),
      value: Type.Array(ref(SubRequest)),
    }),
  }),
)

export const QuotaRequestDetailsList = named(
  'QuotaRequestDetailsList',
  Type.Object({
    value: Type.Array(ref(QuotaRequestDetails)),
    nextLink: Type.Optional(Type.String()),
  }),
)

/** What a PUT or PATCH answers: the request that was made of it, and how it stands. */
export type AcceptedRequest = Static<typeof AcceptedRequest>
export const AcceptedRequest = named(
  'AcceptedQuotaRequest',
  Type.Object({
    id: Type.String(),
    name: Type.String({ description: 'The id of the request.' }),
    type: Type.String(),
    requestId: Type.String(),
    properties: Type.Object({
      requestId: Type.String(),
      provisioningState: state,
      message: Type.String(),
      limit: Type.Optional(int32),
      unit: Type.Optional(Type.String()),
      name: Type.Optional(ref(ResourceName)),
      resourceType: Type.Optional(Type.String()),
      value: Type.Array(ref(SubRequest)),
    }),
  }),
)

export type OperationStatus = Static<typeof OperationStatus>
export const OperationStatus = named(
  'OperationStatus',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    status: oneOf(['Accepted', 'InProgress', 'Succeeded', 'Failed']),
    startTime: Type.String({ format: 'date-time' }),
    endTime: Type.Optional(Type.String({ format: 'date-time' })),
    error: Type.Optional(
      Type.Object({
        code: Type.String(),
        message: Type.String(),
        details: Type.Array(Type.Object({ code: Type.String(), message: Type.String() })),
      }),
    ),
  }),
)

export const VersionQuery = Type.Object(ApiVersionQuery)

export type RequestQuery = Static<typeof RequestQuery>
export const RequestQuery = Type.Object({
  ...ApiVersionQuery,
  $filter: Type.Optional(
    Type.String({
      description:
        'Filters by requestSubmitTime, provisioningState and resourceName, such as `requestSubmitTime ge 2026-11-01`.',
    }),
  ),
  $top: Type.Optional(
    Type.String({ description: 'The size of a page, from 1 to 100. Default: 100.' }),
  ),
  $skiptoken: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'The position of the page. Take it from `nextLink`.',
    }),
  ),
})
