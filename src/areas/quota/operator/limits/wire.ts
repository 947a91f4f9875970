import { type Static, Type } from 'typebox'
import { named, ref } from '../../../../platform/http/schema.ts'
import { int32 } from '../../wire.ts'

const name = Type.String({ minLength: 1, maxLength: 100 })

export type SubscriptionQuota = Static<typeof SubscriptionQuota>
export const SubscriptionQuota = named(
  'SubscriptionQuota',
  Type.Object({
    provider: name,
    location: name,
    resource: name,
    limit: Type.Optional(
      Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        minimum: 0,
        maximum: 2147483647,
        description:
          'Null restores the default of the catalogue. If absent, the limit does not change.',
      }),
    ),
    currentValue: Type.Optional(int32),
  }),
)

export const SubscriptionQuotaList = named(
  'SubscriptionQuotaList',
  Type.Object({ value: Type.Array(ref(SubscriptionQuota)) }),
)

export type SubscriptionQuotaChange = Static<typeof SubscriptionQuotaChange>
export const SubscriptionQuotaChange = named(
  'SubscriptionQuotaChange',
  Type.Object({ value: Type.Array(ref(SubscriptionQuota), { minItems: 1, maxItems: 1000 }) }),
)
