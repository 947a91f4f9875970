import { type Static, Type } from 'typebox'
import { named, ref } from '../../../../platform/http/schema.ts'

export const QuotaOperation = named(
  'QuotaOperation',
  Type.Object({
    name: Type.String({ description: '{provider}/{resource}/{action}' }),
    display: Type.Object({
      provider: Type.String(),
      resource: Type.String(),
      operation: Type.String(),
      description: Type.String(),
    }),
  }),
)

export type QuotaOperationList = Static<typeof QuotaOperationList>
export const QuotaOperationList = named(
  'QuotaOperationList',
  Type.Object({ value: Type.Array(ref(QuotaOperation)) }),
)
