import { type Static, Type } from 'typebox'
import { named, ref } from '../../../platform/http/schema.ts'
import * as organizations from '../organizations/wire.ts'
import * as groups from './groups/wire.ts'
import * as tokens from './tokens/wire.ts'

export const OrganizationList = named(
  'OrganizationList',
  Type.Object({
    value: Type.Array(ref(organizations.Organization)),
    nextLink: Type.Optional(Type.String()),
  }),
)

export type NewOrganizationFor = Static<typeof NewOrganizationFor>
export const NewOrganizationFor = named(
  'NewOrganizationFor',
  Type.Object({
    name: Type.String(),
    display_name: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
    admin_id: Type.String({ format: 'uuid', description: 'The account that becomes its admin.' }),
  }),
)

/** The schemas of this area that the operator API needs. */
export const operatorAppManagementWire: Record<string, unknown> = {
  ...organizations,
  ...tokens,
  ...groups,
  OrganizationList,
  NewOrganizationFor,
}
