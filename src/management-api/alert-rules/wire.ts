import { Type } from 'typebox'

export const VersionQuery = Type.Object({
  'api-version': Type.String({ minLength: 1, description: 'The API version.' }),
})

export const tags = Type.Record(Type.String({ maxLength: 512 }), Type.String({ maxLength: 256 }), {
  maxProperties: 50,
})
export const location = Type.String({ maxLength: 90, description: 'Default: Global.' })

export const identified = {
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  location: Type.String(),
  tags: Type.Optional(tags),
}

/** What can be changed without sending the whole resource. */
export const patch = {
  tags: Type.Optional(tags),
  properties: Type.Optional(Type.Object({ enabled: Type.Optional(Type.Boolean()) })),
}
