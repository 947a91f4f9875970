import { type Static, Type } from 'typebox'
import { ORGANIZATION_ROLES } from '../../../directory/caller.ts'
import { named, oneOf } from '../../../platform/http/schema.ts'
import { userProfileFields } from '../owners/wire.ts'
import { APP_PERMISSIONS } from '../wire.ts'

const permission = oneOf(APP_PERMISSIONS)
const role = oneOf(ORGANIZATION_ROLES)

export type AppUser = Static<typeof AppUser>
export const AppUser = named(
  'AppUser',
  Type.Object({
    ...userProfileFields,
    permissions: Type.Array(permission),
  }),
)

export type OrgUser = Static<typeof OrgUser>
export const OrgUser = named(
  'OrgUser',
  Type.Object({
    name: Type.String(),
    display_name: Type.String(),
    email: userProfileFields.email,
    role,
    joined_at: Type.String({ format: 'date-time' }),
  }),
)

export type Permissions = Static<typeof Permissions>
export const Permissions = named(
  'Permissions',
  Type.Object({ permissions: Type.Array(permission, { minItems: 1, maxItems: 1 }) }),
)

export type Removal = Static<typeof Removal>
export const Removal = Type.Object({
  revoke_tokens: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Also revokes the app or organization tokens that this person created.',
    }),
  ),
})

export type Role = Static<typeof Role>
export const Role = named('Role', Type.Object({ role }))
