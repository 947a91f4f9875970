import { type Static, Type } from 'typebox'
import { named, orNull, ref } from '../../../platform/http/schema.ts'
import { PageQuery } from '../../../platform/paging/page.ts'

export type AuditRecord = Static<typeof AuditRecord>
export const AuditRecord = named(
  'AuditRecord',
  Type.Object({
    id: Type.String({ format: 'uuid' }),
    scope_id: Type.String({
      description: 'The owner, account or subscription that the entry belongs to.',
    }),
    at: Type.String({ format: 'date-time' }),
    actor_kind: Type.String({
      description:
        '`anonymous` for actions without a sign-in: sign-in attempts, whose number in the minute that starts at `at` is `after.count`, and requests for a password link.',
    }),
    actor_id: orNull(Type.String()),
    token_id: orNull(Type.String({ format: 'uuid' })),
    action: Type.String(),
    target: Type.String(),
    before: Type.Unknown(),
    after: Type.Unknown(),
    source: orNull(Type.String()),
    request_id: orNull(Type.String({ format: 'uuid' })),
  }),
)

export const AuditList = named(
  'AuditList',
  Type.Object({ value: Type.Array(ref(AuditRecord)), nextLink: Type.Optional(Type.String()) }),
)

export type AuditQuery = Static<typeof AuditQuery>
export const AuditQuery = Type.Object({
  scope: Type.Optional(Type.String({ maxLength: 100 })),
  actor: Type.Optional(Type.String({ maxLength: 100 })),
  action: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'A whole action, or a prefix that ends with a dot, such as `token.`',
    }),
  ),
  from: Type.Optional(Type.String({ format: 'date-time' })),
  to: Type.Optional(Type.String({ format: 'date-time' })),
  ...PageQuery,
})
