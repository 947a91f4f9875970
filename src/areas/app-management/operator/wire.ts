import { type Static, Type } from 'typebox'
import { named, ref } from '../../../platform/http/schema.ts'
import { Organization } from '../organizations/wire.ts'

export const OrganizationList = named(
  'OrganizationList',
  Type.Object({ value: Type.Array(ref(Organization)), nextLink: Type.Optional(Type.String()) }),
)

export type NewOrganizationFor = Static<typeof NewOrganizationFor>
export const NewOrganizationFor = named(
  'NewOrganizationFor',
  Type.Object({
    name: Type.String(),
    display_name: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    admin_id: Type.String({ format: 'uuid', description: 'The account that administers it.' }),
  }),
)
