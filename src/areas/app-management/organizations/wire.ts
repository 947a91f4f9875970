import { type Static, Type } from 'typebox'
import { SUBSCRIPTION_ROLES } from '../../../directory/subscriptions/wire.ts'
import { named, oneOf, orNull, ref } from '../../../platform/http/schema.ts'

export type Organization = Static<typeof Organization>
export const Organization = named(
  'Organization',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    name: Type.String({ description: 'The name in URLs, unique among users and organizations.' }),
    display_name: Type.String(),
    avatar_url: orNull(Type.String({ description: 'Always null.' })),
    origin: oneOf(['appcenter', 'hockeyapp']),
    requires_second_factor: Type.Boolean({
      description: 'Whether members need a second factor to sign in.',
    }),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  }),
)

export type Organizations = Static<typeof Organizations>
export const Organizations = named(
  'Organizations',
  Type.Object({ organizations: Type.Array(ref(Organization)) }),
)

const names = {
  display_name: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  name: Type.Optional(
    Type.String({
      description:
        '1 to 100 letters, digits, hyphens, underscores or dots. Must not start with a hyphen.',
    }),
  ),
}

export type NewOrganization = Static<typeof NewOrganization>
export const NewOrganization = named(
  'NewOrganization',
  Type.Object(names, {
    description: 'Send name, display_name or both. The server derives the missing one.',
  }),
)

export type OrganizationChange = Static<typeof OrganizationChange>
export const OrganizationChange = named(
  'OrganizationChange',
  Type.Object({
    ...names,
    requires_second_factor: Type.Optional(
      Type.Boolean({
        description:
          'If true, members need a second factor. A member without one sets it up at the next sign-in.',
      }),
    ),
  }),
)

export const OrganizationSubscription = named(
  'OrganizationSubscription',
  Type.Object({
    id: Type.String(),
    display_name: Type.String(),
    role: oneOf(SUBSCRIPTION_ROLES),
    includes_collaborators: Type.Boolean({
      description: 'Whether collaborators of the organization have the role too.',
    }),
  }),
)
