import { Type } from 'typebox'

export const StreamHeaders = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({
      description:
        'The `id` of the last frame that the client received. The stream continues after that frame.',
    }),
  ),
})

/** The text has the format of the WHATWG standard for server-sent events. */
export const toStreamAnswer = (description: string) =>
  Type.Unsafe<never>({
    description,
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
