import { type Static, Type } from 'typebox'
import { ORGANIZATION_ROLES } from '../../../../directory/caller.ts'
import { named, oneOf, ref } from '../../../../platform/http/schema.ts'

const displayName = Type.String({ minLength: 1, maxLength: 256 })

export type Group = Static<typeof Group>
export const Group = named(
  'Group',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    issuer: Type.String(),
    value: Type.String(),
    display_name: Type.String(),
    members: Type.Integer({
      description:
        'The number of accounts that were in the group when they last signed in, not longer than a session ago.',
    }),
  }),
)

export const GroupList = named(
  'GroupList',
  Type.Object({ value: Type.Array(ref(Group)), nextLink: Type.Optional(Type.String()) }),
)

export type NewGroup = Static<typeof NewGroup>
export const NewGroup = named(
  'NewGroup',
  Type.Object({
    issuer: Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'An issuer with `signIn`, exactly as in `TRUSTED_ISSUERS`.',
    }),
    value: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'What the issuer sends in the claim with the groups.',
    }),
    display_name: Type.Optional({ ...displayName, description: 'Default: the value.' }),
  }),
)

const role = oneOf(ORGANIZATION_ROLES)

export type GroupOrganization = Static<typeof GroupOrganization>
export const GroupOrganization = named(
  'GroupOrganization',
  Type.Object({ organization_id: Type.String({ format: 'uuid' }), name: Type.String(), role }),
)

export const GroupOrganizationList = named(
  'GroupOrganizationList',
  Type.Object({
    value: Type.Array(ref(GroupOrganization)),
    nextLink: Type.Optional(Type.String()),
  }),
)

export const GroupOrganizationRole = named('GroupOrganizationRole', Type.Object({ role }))
