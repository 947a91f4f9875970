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
      'Registers services and regions that no earlier event, footprint or catalogue has. Otherwise they are refused, unless nothing is registered yet.',
  }),
)
