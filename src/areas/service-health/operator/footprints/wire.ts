import { type Static, Type } from 'typebox'
import { named, ref } from '../../../../platform/http/schema.ts'
import { regionName, serviceName } from '../../events/wire.ts'

export type FootprintServiceRegion = Static<typeof FootprintServiceRegion>
export const FootprintServiceRegion = named(
  'FootprintPlace',
  Type.Object({ service: serviceName, region: regionName }),
)

const serviceRegions = Type.Array(ref(FootprintServiceRegion), { maxItems: 5000 })

export type Footprint = Static<typeof Footprint>
export const Footprint = named('Footprint', Type.Object({ value: serviceRegions }))

export type FootprintChange = Static<typeof FootprintChange>
export const FootprintChange = named(
  'FootprintChange',
  Type.Object({ add: Type.Optional(serviceRegions), remove: Type.Optional(serviceRegions) }),
)

export type FootprintLoad = Static<typeof FootprintLoad>
export const FootprintLoad = named(
  'FootprintLoad',
  Type.Object({
    value: Type.Array(
      Type.Object({
        subscriptionId: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }),
        footprint: serviceRegions,
      }),
      {
        minItems: 1,
        maxItems: 1000,
        description: 'Each footprint replaces the previous footprint of its subscription.',
      },
    ),
  }),
)
