import { type Static, Type } from 'typebox'
import { named, ref } from '../../../../platform/http/schema.ts'
import { RegisteredNames } from '../registry/wire.ts'

export type EventReach = Static<typeof EventReach>
export const EventReach = named(
  'EventReach',
  Type.Object({
    subscriptions: Type.Integer({
      description: 'The number of subscriptions that the event would reach. At most 10,000.',
    }),
    orMore: Type.Boolean({ description: 'Whether there are more subscriptions than count.' }),
    summary: Type.String({ description: 'The number as a phrase.' }),
    examples: Type.Array(Type.String(), { description: 'The ids of up to ten of them.' }),
    registers: Type.Optional(ref(RegisteredNames)),
  }),
)
