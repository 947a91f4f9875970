import { type Static, Type } from 'typebox'
import { named, orNull } from '../../../../platform/http/schema.ts'

const days = (description: string) =>
  orNull(Type.Integer({ minimum: 1, maximum: 3650, description }))

const LONGEST = 'The maximum number of days for which a new API token can be valid.'
const DEFAULT = 'The number of days for which a new API token is valid if no expiry was requested.'

export type OrganizationTokenLife = Static<typeof OrganizationTokenLife>
export const OrganizationTokenLife = named(
  'OrganizationTokenLife',
  Type.Object({
    longest_days: days(`${LONGEST} null: the organization has no limit of its own.`),
    default_days: days(`${DEFAULT} null: the organization has no default of its own.`),
    effective: Type.Object(
      { longest_days: days(LONGEST), default_days: days(DEFAULT) },
      { description: 'The stricter of the values here and those of the installation.' },
    ),
  }),
)

export type TokenLifeChange = Static<typeof TokenLifeChange>
export const TokenLifeChange = named(
  'TokenLifeChange',
  Type.Object({
    longest_days: Type.Optional(days(`${LONGEST} If null or omitted, the limit is removed.`)),
    default_days: Type.Optional(days(`${DEFAULT} If null or omitted, the default is removed.`)),
  }),
)
