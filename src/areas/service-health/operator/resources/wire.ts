import { type Static, Type } from 'typebox'
import { named } from '../../../../platform/http/schema.ts'

const subscriptionId = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' })
const name = Type.String({ pattern: '^[^*#&+:<>%?/\\s]{1,260}$' })
const text = Type.String({ minLength: 1, maxLength: 2000 })

export type NewResource = Static<typeof NewResource>
export const NewResource = Type.Object({
  subscriptionId,
  name: Type.Optional(name),
  targetResourceType: Type.Optional(text),
  targetResourceId: Type.Optional(text),
  targetRegion: Type.Optional(text),
  info: Type.Optional(
    Type.Array(Type.Object({ key: Type.String(), value: Type.String() }), { maxItems: 100 }),
  ),
})

export type ResourceChange = Static<typeof ResourceChange>
export const ResourceChange = named(
  'ImpactedResourceChange',
  Type.Object({
    add: Type.Optional(
      Type.Array(NewResource, {
        maxItems: 5000,
        description: 'A resource with the same name is replaced.',
      }),
    ),
    remove: Type.Optional(Type.Array(Type.Object({ subscriptionId, name }), { maxItems: 5000 })),
  }),
)
