import { type Static, Type } from 'typebox'
import { named, ref } from '../../../platform/http/schema.ts'
import { SkipTokenQuery } from '../../../platform/paging/page.ts'
import { ApiVersionQuery } from '../wire.ts'

export const ResourceInfo = named(
  'KeyValueItem',
  Type.Object({ key: Type.Optional(Type.String()), value: Type.Optional(Type.String()) }),
)

export type ImpactedResource = Static<typeof ImpactedResource>
export const ImpactedResource = named(
  'ImpactedResource',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    type: Type.String(),
    properties: Type.Partial(
      Type.Object({
        targetResourceType: Type.String(),
        targetResourceId: Type.String(),
        targetRegion: Type.String(),
        info: Type.Array(ref(ResourceInfo)),
      }),
    ),
  }),
)

export const ImpactedResourceList = named(
  'ImpactedResourceList',
  Type.Object({
    value: Type.Array(ref(ImpactedResource)),
    nextLink: Type.Optional(Type.String({ description: 'The URL of the next page.' })),
  }),
)

export type ResourceQuery = Static<typeof ResourceQuery>
export const ResourceQuery = Type.Object({
  ...ApiVersionQuery,
  $filter: Type.Optional(
    Type.String({
      description: 'Filters by targetRegion, targetResourceType and targetResourceId.',
    }),
  ),
  ...SkipTokenQuery,
})
