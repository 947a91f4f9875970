import { Type } from 'typebox'
import { named, oneOf, ref } from '../../../../platform/http/schema.ts'
import { int32 } from '../../wire.ts'
import { identity, resourceProperties } from '../wire.ts'

export const UsageValue = named(
  'UsageValue',
  Type.Object({ usagesType: oneOf(['Individual']), value: int32 }),
)

export const Usage = named(
  'Usage',
  Type.Object({
    ...identity,
    properties: Type.Object({ usages: ref(UsageValue), ...resourceProperties }),
  }),
)

export const UsageList = named(
  'UsageList',
  Type.Object({ value: Type.Array(ref(Usage)), nextLink: Type.Optional(Type.String()) }),
)
