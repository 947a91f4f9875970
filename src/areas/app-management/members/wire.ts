import { type Static, Type } from 'typebox'
import { ORGANIZATION_ROLES } from '../../../directory/caller.ts'
import { named, oneOf, orNull } from '../../../platform/http/schema.ts'
import { userProfileFields } from '../owners/wire.ts'
import { APP_PERMISSIONS } from '../wire.ts'

const permission = oneOf(APP_PERMISSIONS)
const role = oneOf(ORGANIZATION_ROLES)

/** What is known of the address of a member (ours). */
const addressFields = {
  email_verified: Type.Boolean({
    description: 'Whether the e-mail address of the account is verified.',
  }),
  unverified_email: orNull(
    Type.String({
      description:
        'The address of the invitation, if the account was created with a copied link. The address is not verified.',
    }),
  ),
}

export type AppUser = Static<typeof AppUser>
export const AppUser = named(
  'AppUser',
  Type.Object({
    ...userProfileFields,
    ...addressFields,
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
    ...addressFields,
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
