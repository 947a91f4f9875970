import { type Static, Type } from 'typebox'
import { named, ref } from '../../../../platform/http/schema.ts'
import { regionName, serviceName } from '../../events/wire.ts'

export type FootprintPlace = Static<typeof FootprintPlace>
export const FootprintPlace = named(
  'FootprintPlace',
  Type.Object({ service: serviceName, region: regionName }),
)

const places = Type.Array(ref(FootprintPlace), { maxItems: 5000 })

export type Footprint = Static<typeof Footprint>
export const Footprint = named('Footprint', Type.Object({ value: places }))

export type FootprintChange = Static<typeof FootprintChange>
export const FootprintChange = named(
  'FootprintChange',
  Type.Object({ add: Type.Optional(places), remove: Type.Optional(places) }),
)

export type FootprintLoad = Static<typeof FootprintLoad>
export const FootprintLoad = named(
  'FootprintLoad',
  Type.Object({
    value: Type.Array(
      Type.Object({
        subscriptionId: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }),
        footprint: places,
      }),
      { minItems: 1, maxItems: 1000, description: 'Each replaces what the subscription had.' },
    ),
  }),
)
