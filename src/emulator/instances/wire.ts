import { Type } from 'typebox'
import { named, ref } from '../../platform/http/schema.ts'

export const EmulatorInstance = named(
  'EmulatorInstance',
  Type.Object({
    id: Type.String(),
    started: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The output of `binnacle dev --output json` for this instance.',
    }),
  }),
)

export const EmulatorInstanceList = named(
  'EmulatorInstanceList',
  Type.Object({ value: Type.Array(ref(EmulatorInstance)) }),
)
