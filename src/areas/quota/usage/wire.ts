import { type Static, Type } from 'typebox'
import { named, ref } from '../../../platform/http/schema.ts'
import { int32 } from '../wire.ts'

const count = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 2147483647, description })

export type UsageOfDay = Static<typeof UsageOfDay>
export const UsageOfDay = named(
  'QuotaUsageOfDay',
  Type.Object({
    day: Type.String({ format: 'date', description: 'The day, in UTC.' }),
    lastValue: count('The last usage that was reported.'),
    highestValue: count('The highest usage that was reported.'),
    limit: count('The limit at the last report.'),
  }),
)

export const UsageHistory = named(
  'QuotaUsageHistory',
  Type.Object({
    displayName: Type.String(),
    unit: Type.String(),
    currentLimit: int32,
    currentValue: int32,
    value: Type.Array(ref(UsageOfDay), {
      description: 'The days on which usage was reported, oldest first.',
    }),
  }),
)
