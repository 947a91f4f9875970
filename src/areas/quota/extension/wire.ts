import { Type } from 'typebox'
import { named, oneOf, ref } from '../../../platform/http/schema.ts'
import { PageQuery } from '../../../platform/paging/page.ts'
import { int32, ResourceName } from '../wire.ts'

export const ApiVersionQuery = {
  'api-version': Type.String({ minLength: 1, description: 'The API version, such as 2025-03-01.' }),
}
export const VersionQuery = Type.Object(ApiVersionQuery)
export const ListQuery = Type.Object({ ...ApiVersionQuery, ...PageQuery })

export const LimitValue = named(
  'LimitValue',
  Type.Object({
    limitObjectType: oneOf(['LimitValue']),
    limitType: oneOf(['Independent']),
    value: int32,
  }),
)

/** What quotas and usages have in common. */
export const identity = {
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
}

export const resourceProperties = {
  unit: Type.String(),
  name: ref(ResourceName),
  resourceType: Type.Optional(Type.String()),
  quotaPeriod: Type.Optional(Type.String()),
  isQuotaApplicable: Type.Boolean({ description: 'Whether quota can be requested. Always true.' }),
  properties: Type.Object({}),
}
