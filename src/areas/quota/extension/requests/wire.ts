import { type Static, Type } from 'typebox'
import { named, ref } from '../../../../platform/http/schema.ts'
import { PageQuery } from '../../../../platform/paging/page.ts'
import { QuotaRequestState } from '../../requests/wire.ts'
import { ResourceName } from '../../wire.ts'
import { ApiVersionQuery, identity, LimitValue } from '../wire.ts'

const state = ref(QuotaRequestState)

export type QuotaSubRequest = Static<typeof QuotaSubRequest>
export const QuotaSubRequest = named(
  'QuotaSubRequest',
  Type.Object({
    limit: ref(LimitValue),
    message: Type.String(),
    name: ref(ResourceName),
    provisioningState: state,
    resourceType: Type.Optional(Type.String()),
    subRequestId: Type.String(),
    unit: Type.String(),
  }),
)

export type QuotaRequest = Static<typeof QuotaRequest>
export const QuotaRequest = named(
  'QuotaRequest',
  Type.Object({
    ...identity,
    properties: Type.Object({
      message: Type.String(),
      provisioningState: state,
      requestSubmitTime: Type.String({ format: 'date-time' }),
      error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
      value: Type.Array(ref(QuotaSubRequest)),
    }),
  }),
)

export const QuotaRequestList = named(
  'QuotaRequestList',
  Type.Object({ value: Type.Array(ref(QuotaRequest)), nextLink: Type.Optional(Type.String()) }),
)

export const RequestQuery = Type.Object({
  ...ApiVersionQuery,
  $filter: Type.Optional(
    Type.String({
      description:
        "Filters by requestSubmitTime, provisioningState and resourceName, such as `provisioningState eq 'Failed'`.",
    }),
  ),
  $top: Type.Optional(
    Type.String({ description: 'The size of a page, from 1 to 100. Default: 100.' }),
  ),
  ...PageQuery,
})
