import { type Static, type TSchema, Type } from 'typebox'
import { ORGANIZATION_ROLES } from '../../../directory/caller.ts'
import { named, oneOf, orNull, ref } from '../../../platform/http/schema.ts'
import { App } from '../apps/wire.ts'
import { Organization } from '../organizations/wire.ts'
import { UserProfile } from '../owners/wire.ts'
import { APP_PERMISSIONS } from '../wire.ts'

const email = Type.String({ maxLength: 254 })
const permission = oneOf(APP_PERMISSIONS)
const role = oneOf(ORGANIZATION_ROLES)
const times = {
  created_at: Type.String({ format: 'date-time' }),
  expires_at: Type.String({ format: 'date-time' }),
}
const orNullRef = <T extends TSchema & { $id: string }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ anyOf: [{ $ref: `${schema.$id}#` }, { type: 'null' }] })

export type NewInvitation = Static<typeof NewInvitation>
export const NewInvitation = named(
  'NewInvitation',
  Type.Object({
    user_email: email,
    role: Type.Optional({
      ...role,
      description:
        'The role of the person in the organization. Default: `collaborator`, or `member` for an invitation to an app of an organization. Ignored for an app that belongs to a user.',
    }),
  }),
)

export type InvitedEmail = Static<typeof InvitedEmail>
export const InvitedEmail = named('InvitedEmail', Type.Object({ user_email: email }))

export type Resent = Static<typeof Resent>
export const Resent = named('Resent', Type.Object({ role: Type.Optional(role) }))

export type AppInvitation = Static<typeof AppInvitation>
export const AppInvitation = named(
  'AppInvitation',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    app: ref(App),
    email: Type.String(),
    invite_type: oneOf(['developer', 'tester']),
    invited_by: ref(UserProfile),
    is_existing_user: Type.Boolean({
      description:
        'Whether an account has this e-mail address. Always false if you and the person share no organization.',
    }),
    permissions: Type.Array(permission),
    app_count: orNull(Type.Integer()),
    distribution_group: Type.Unsafe<null>({ type: 'null' }),
    ...times,
  }),
)

export type OrgInvitation = Static<typeof OrgInvitation>
export const OrgInvitation = named(
  'OrgInvitation',
  Type.Object({ id: Type.String({ format: 'uuid' }), email: Type.String(), role, ...times }),
)

export type SentInvitation = Static<typeof SentInvitation>
export const SentInvitation = named(
  'SentInvitation',
  Type.Object({
    invitation_id: Type.String({ format: 'uuid' }),
    organization: orNullRef(Organization),
    app: orNullRef(App),
  }),
)

export type ReceivedInvitation = Static<typeof ReceivedInvitation>
export const ReceivedInvitation = named(
  'ReceivedInvitation',
  Type.Object({
    type: oneOf(['app', 'org'], 'Whether the invitation is to an app or to an organization.'),
    token: Type.String({
      description: 'The token in the URL that accepts or rejects the invitation.',
    }),
    owner_name: Type.String(),
    app_name: orNull(Type.String()),
    display_name: Type.String({ description: 'The display name of the app or organization.' }),
    permissions: Type.Array(permission, { description: 'Your role on the app after you accept.' }),
    role: orNull(role),
    invited_by: Type.String({ description: 'The name of the user who invited you.' }),
    ...times,
  }),
)
