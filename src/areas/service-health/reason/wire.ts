import { type Static, Type } from 'typebox'
import { named, oneOf, ref } from '../../../platform/http/schema.ts'
import { AUDIENCES } from '../events/wire.ts'

export const Match = named(
  'Match',
  Type.Object({
    impactedService: Type.String(),
    impactedRegion: Type.Optional(Type.String({ description: 'Absent: all regions.' })),
  }),
)

export type Reason = Readonly<Static<typeof Reason>>
export const Reason = named(
  'Reason',
  Type.Object({
    audience: oneOf(
      AUDIENCES,
      'The audience of the event: all subscriptions, those with a matching footprint, or listed ones.',
    ),
    matches: Type.Array(ref(Match), {
      description:
        'The affected services and regions that are in the footprint of the subscription. Empty if there are none.',
    }),
  }),
)
