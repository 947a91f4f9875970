import { type Static, Type } from 'typebox'
import { named, oneOf, orNull } from '../../../platform/http/schema.ts'
import { ORIGINS } from '../wire.ts'

export const userProfileFields = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String({ description: 'The name in URLs, unique among users and organizations.' }),
  display_name: Type.String(),
  email: Type.String({ format: 'email' }),
  avatar_url: orNull(Type.String({ description: 'Always null.' })),
  can_change_password: Type.Boolean({
    description:
      'Whether you have a password at the bundled sign-in. Always false for other users.',
  }),
  origin: oneOf(ORIGINS, 'The origin of the account, as published clients expect it.'),
  created_at: Type.String({ format: 'date-time' }),
}

export type UserProfile = Static<typeof UserProfile>
export const UserProfile = named(
  'UserProfile',
  Type.Object({
    ...userProfileFields,
    is_operator: Type.Optional(
      Type.Boolean({
        description:
          'Whether you can call the operator API. Only in your own profile, when you are signed in.',
      }),
    ),
  }),
)

export type UserChange = Static<typeof UserChange>
export const UserChange = named(
  'UserChange',
  Type.Object({ display_name: Type.String({ minLength: 1, maxLength: 256 }) }),
)
