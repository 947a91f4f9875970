import { type Static, Type } from 'typebox'
import { named } from '../../../../platform/http/schema.ts'

export type RegisteredNames = Static<typeof RegisteredNames>
export const RegisteredNames = named(
  'RegisteredNames',
  Type.Object({ services: Type.Array(Type.String()), regions: Type.Array(Type.String()) }),
)

export const allowUnknownNames = Type.Optional(
  Type.Boolean({
    description:
      'Registers services and regions that no event, footprint or catalogue contains yet. Without it, unknown names are rejected, unless no name is registered at all.',
  }),
)
