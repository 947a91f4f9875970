import { type Static, Type } from 'typebox'
import { named, ref } from '../../../platform/http/schema.ts'

export const NewFeed = named(
  'NewFeed',
  Type.Object({
    description: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Which program reads the feed.',
    }),
  }),
)
export type NewFeed = Static<typeof NewFeed>

const properties = {
  id: Type.String({ format: 'uuid' }),
  description: Type.String(),
  createdBy: Type.String({
    description: 'The name of the account, or the client id of the service account.',
  }),
  createdAt: Type.String({ format: 'date-time' }),
}

export const Feed = named('Feed', Type.Object(properties))
export type Feed = Static<typeof Feed>

const shownOnce = 'Anyone with this address can read the feed. It is shown only here.'

export const CreatedFeed = named(
  'CreatedFeed',
  Type.Object({
    ...properties,
    eventsUrl: Type.String({ description: `The events, as an Atom feed. ${shownOnce}` }),
    maintenanceUrl: Type.String({
      description: `Planned maintenance, as an iCalendar. ${shownOnce}`,
    }),
  }),
)
export type CreatedFeed = Static<typeof CreatedFeed>

export const FeedList = named('FeedList', Type.Object({ value: Type.Array(ref(Feed)) }))

export const FeedQuery = Type.Object({
  $filter: Type.Optional(
    Type.String({ description: 'An OData filter. See the guide on filters.' }),
  ),
})
