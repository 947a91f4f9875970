import { type Static, Type } from 'typebox'
import { named, ref } from '../../../platform/http/schema.ts'
import { ApiVersionQuery, int32, ResourceName } from '../wire.ts'

export type QuotaLimit = Static<typeof QuotaLimit>
export const QuotaLimit = named(
  'CurrentQuotaLimit',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    type: Type.String(),
    properties: Type.Object({
      limit: int32,
      currentValue: int32,
      unit: Type.String(),
      name: ref(ResourceName),
      resourceType: Type.Optional(Type.String()),
      quotaPeriod: Type.Optional(Type.String()),
      properties: Type.Object({}),
    }),
  }),
)

export const QuotaLimitList = named(
  'QuotaLimitList',
  Type.Object({ value: Type.Array(ref(QuotaLimit)), nextLink: Type.Optional(Type.String()) }),
)

export type LimitQuery = Static<typeof LimitQuery>
export const LimitQuery = Type.Object({
  ...ApiVersionQuery,
  $skiptoken: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'The position of the page. Take it from `nextLink`.',
    }),
  ),
})
