import { type Static, Type } from 'typebox'
import { named, oneOf, ref } from '../../../../platform/http/schema.ts'
import { AVAILABILITY_STATES } from '../../availability/wire.ts'

const segment = '[^/\\\\?#%\\s]+'
const resourceId = Type.String({
  maxLength: 1000,
  pattern: `^/subscriptions/${segment}/resource[Gg]roups/${segment}/providers/${segment}/${segment}/${segment}(/${segment}/${segment})?$`,
  description: 'The id of a resource of a resource group, or of a child resource.',
})
const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }))

export type NewAvailability = Static<typeof NewAvailability>
export const NewAvailability = named(
  'NewAvailability',
  Type.Object({
    resourceId,
    availabilityState: oneOf(AVAILABILITY_STATES),
    title: text(200),
    summary: text(2000),
    reasonType: text(100),
    location: text(100),
  }),
)

export type AvailabilityChange = Static<typeof AvailabilityChange>
export const AvailabilityChange = named(
  'AvailabilityChange',
  Type.Object({
    set: Type.Optional(
      Type.Array(ref(NewAvailability), {
        maxItems: 1000,
        description:
          'Each becomes the current state of its resource. Up to 100 earlier states are stored.',
      }),
    ),
    remove: Type.Optional(
      Type.Array(resourceId, {
        maxItems: 1000,
        description: 'Deletes all states of these resources.',
      }),
    ),
  }),
)
