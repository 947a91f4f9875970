import { Type } from 'typebox'
import { named } from '../../platform/http/schema.ts'

const Time = Type.String({ format: 'date-time', description: 'The product time, in UTC.' })

const FIELDS = {
  time: Time,
  isFrozen: Type.Boolean({ description: 'Whether the clock is frozen.' }),
  isMoved: Type.Boolean({
    description:
      'Whether the clock was changed. If so, Retry-After is at most 1 second, except in responses of the sign-in.',
  }),
}

export const EmulatorClock = named('EmulatorClock', Type.Object(FIELDS))

export const MovedClock = named(
  'MovedClock',
  Type.Object({
    ...FIELDS,
    dueJobs: Type.Integer({
      minimum: 0,
      description:
        'The number of background jobs that are still running or due. The response is sent when it is 0, or after 10 seconds.',
    }),
  }),
)

export const ClockChange = named(
  'ClockChange',
  Type.Object({
    time: Type.Optional(Time),
    isFrozen: Type.Optional(
      Type.Boolean({ description: 'true stops the clock, false starts it.' }),
    ),
  }),
)

const TEN_YEARS_S = 10 * 366 * 86_400

export const ClockAdvance = named(
  'ClockAdvance',
  Type.Object({
    seconds: Type.Number({
      exclusiveMinimum: 0,
      maximum: TEN_YEARS_S,
      description: 'By how many seconds the clock is moved ahead.',
    }),
  }),
)
