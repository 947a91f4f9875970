import { type Static, Type } from 'typebox'
import { named, oneOf, orNull, ref } from '../../../platform/http/schema.ts'
import { App } from '../apps/wire.ts'
import { Organization } from '../organizations/wire.ts'
import { UserProfile } from '../owners/wire.ts'

const email = Type.String({ maxLength: 254 })
const permission = oneOf(['manager', 'developer', 'viewer'])
const role = oneOf(['admin', 'collaborator', 'member'])
const times = {
  created_at: Type.String({ format: 'date-time' }),
  expires_at: Type.String({ format: 'date-time' }),
}
const orNullRef = <T extends { $id: string }>(schema: T) =>
  Type.Unsafe<never>({ anyOf: [{ $ref: `${schema.$id}#` }, { type: 'null' }] })

export type NewInvitation = Static<typeof NewInvitation>
export const NewInvitation = named(
  'NewInvitation',
  Type.Object({
    user_email: email,
    role: Type.Optional({
      ...role,
      description:
        'What the person becomes in the organization: `collaborator` when left out; for an app of an organization, `member`. Means nothing for an app of a person.',
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
      description: 'Whether the e-mail has an account, of people you share an organization with.',
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

export type SentInvitation = {
  invitation_id: string
  organization: Organization | null
  app: App | null
}
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
    type: oneOf(['app', 'org'], 'Which of the two families of addresses answers it.'),
    token: Type.String({ description: 'Stands in the address that accepts or rejects it.' }),
    owner_name: Type.String(),
    app_name: orNull(Type.String()),
    display_name: Type.String({ description: 'Of the app or organization.' }),
    permissions: Type.Array(permission, { description: 'What you would be on the app.' }),
    role: orNull(role),
    invited_by: Type.String({ description: 'The name of the user who invited you.' }),
    ...times,
  }),
)
