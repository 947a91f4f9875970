import { type Static, Type } from 'typebox'
import { named } from '../../../../platform/http/schema.ts'

export type InvitationLink = Static<typeof InvitationLink>
export const InvitationLink = named(
  'InvitationLink',
  Type.Object({
    url: Type.String({
      format: 'uri',
      description:
        'The link to pass on. It works once, and this is the only time it is shown. Keep it secret: anyone with the link can accept the invitation.',
    }),
    expires_at: Type.String({ format: 'date-time' }),
  }),
)
