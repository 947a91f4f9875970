import { type Static, Type } from 'typebox'
import { named } from '../../../../platform/http/schema.ts'

export type InvitationLink = Static<typeof InvitationLink>
export const InvitationLink = named(
  'InvitationLink',
  Type.Object({
    url: Type.String({
      format: 'uri',
      description:
        'The link to pass on. It works once. This is the only time it is shown. It is a secret: whoever has it can accept the invitation.',
    }),
    expires_at: Type.String({ format: 'date-time' }),
  }),
)
