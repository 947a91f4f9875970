import { type Static, Type } from 'typebox'
import { named, oneOf, orNull } from '../../../platform/http/schema.ts'

export const userProfileFields = {
  id: Type.String({ format: 'uuid' }),
  name: Type.String({ description: 'The name that stands in addresses; unique among owners.' }),
  display_name: Type.String(),
  email: Type.String({ format: 'email' }),
  avatar_url: orNull(Type.String({ format: 'uri' })),
  can_change_password: Type.Boolean({
    description:
      'Whether you have a password at the sign-in of this installation. Always false of other people.',
  }),
  origin: oneOf(
    ['appcenter', 'hockeyapp', 'codepush'],
    'Where published clients believe the account comes from.',
  ),
  created_at: Type.String({ format: 'date-time' }),
}

export type UserProfile = Static<typeof UserProfile>
export const UserProfile = named('UserProfile', Type.Object(userProfileFields))

export type UserChange = Static<typeof UserChange>
export const UserChange = named(
  'UserChange',
  Type.Object({ display_name: Type.String({ minLength: 1, maxLength: 256 }) }),
)
