import { type Static, Type } from 'typebox'
import { named, orNull, ref } from '../../../../platform/http/schema.ts'
import { fields } from '../../tokens/wire.ts'

export type OperatorToken = Static<typeof OperatorToken>
export const OperatorToken = named(
  'OperatorToken',
  Type.Object({
    ...fields,
    created_by_id: Type.String({ format: 'uuid' }),
    owner_id: Type.String({
      format: 'uuid',
      description: 'The account of a user token, the owner of the app, or the organization.',
    }),
    app_id: orNull(Type.String({ format: 'uuid' })),
  }),
)

export const OperatorTokenList = named(
  'OperatorTokenList',
  Type.Object({ value: Type.Array(ref(OperatorToken)), nextLink: Type.Optional(Type.String()) }),
)
