import { type Static, Type } from 'typebox'
import type { ErrorBody } from '../../platform/http/errors.ts'
import { isBelowProvider } from '../../platform/http/provider-path.ts'
import { named, ref } from '../../platform/http/schema.ts'

export type ErrorResponse = Static<typeof ErrorResponse>
export const ErrorResponse = named(
  'ErrorResponse',
  Type.Object({ code: Type.String(), message: Type.String(), details: Type.String() }),
)

/** Everything below `providers/<vendor>.ResourceHealth` is this area's. */
export function serviceHealthErrors(vendorNamespace: string): ErrorBody {
  return {
    owns: isBelowProvider(`${vendorNamespace}.ResourceHealth`),
    render: ({ code, message, details }): ErrorResponse => ({
      code,
      message,
      details: details.map((detail) => `${detail.code}: ${detail.message}`).join('\n'),
    }),
  }
}

/** Filled by the events themselves, which are not published yet. */
export type Event = Static<typeof Event>
export const Event = named(
  'Event',
  Type.Object({ id: Type.String(), name: Type.String(), type: Type.String() }),
)

export type EventList = Static<typeof EventList>
export const EventList = named(
  'EventList',
  Type.Object({
    value: Type.Array(ref(Event)),
    nextLink: Type.Optional(Type.String({ description: 'Address of the next page.' })),
  }),
)

export const ListQuery = Type.Object({
  'api-version': Type.String({ minLength: 1, description: '2025-05-01' }),
  $filter: Type.Optional(Type.String()),
  queryStartTime: Type.Optional(Type.String()),
})
