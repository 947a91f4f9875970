import { type Static, Type } from 'typebox'
import { named, orNull } from '../../../../platform/http/schema.ts'
import { CreatedApiToken } from '../wire.ts'

export const MOST_MINUTES = 24 * 60

export const TokenRotation = named(
  'TokenRotation',
  Type.Object({
    previous_valid_minutes: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MOST_MINUTES,
        description:
          'The number of minutes for which the previous value stays valid. Default: 1440, which is also the maximum. With 0, it no longer works when this call returns.',
      }),
    ),
  }),
)

export type RotatedApiToken = Static<typeof RotatedApiToken>
export const RotatedApiToken = named(
  'RotatedApiToken',
  Type.Object({
    ...CreatedApiToken.properties,
    previous_expires_at: orNull(
      Type.String({
        format: 'date-time',
        description: 'When the previous value stops working. null if it no longer works.',
      }),
    ),
  }),
)
