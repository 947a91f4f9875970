import { type Static, Type } from 'typebox'
import { named, ref } from '../../../platform/http/schema.ts'

export const Operation = named(
  'Operation',
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

export type OperationList = Static<typeof OperationList>
export const OperationList = named(
  'OperationListResult',
  Type.Object({ value: Type.Array(ref(Operation)) }),
)
