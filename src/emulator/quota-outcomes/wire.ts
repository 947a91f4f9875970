import { Type } from 'typebox'
import { named, ref } from '../../platform/http/schema.ts'
import { kind } from '../wire.ts'

const Name = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }))
const Limit = Type.Integer({ minimum: 0, maximum: 2147483647 })

export const QuotaOutcomeEnd = named(
  'QuotaOutcomeEnd',
  Type.Union([
    Type.Object({ kind: kind('grant') }),
    Type.Object({ kind: kind('grantWithoutId') }),
    Type.Object({ kind: kind('partial'), limit: Limit }),
    Type.Object({
      kind: kind('deny'),
      code: Type.Optional(Type.String({ pattern: '^[A-Z][A-Za-z0-9]{0,63}$' })),
      reason: Type.Optional(Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' })),
    }),
    Type.Object({ kind: kind('stuck') }),
  ]),
)

export const QuotaOutcomeMatch = named(
  'QuotaOutcomeMatch',
  Type.Object({ subscription: Name, provider: Name, location: Name, resource: Name }),
)

const FIELDS = {
  match: Type.Optional(ref(QuotaOutcomeMatch)),
  times: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The number of requests after which the outcome ends.',
    }),
  ),
  afterSeconds: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 366 * 86_400,
      description: 'The delay after the request was submitted, in seconds of the emulator clock.',
    }),
  ),
  afterPolls: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 1000,
      description:
        'The number of polls that return the request as in progress. The next poll returns the outcome.',
    }),
  ),
  end: ref(QuotaOutcomeEnd),
}

export const NewQuotaOutcome = named('NewQuotaOutcome', Type.Object(FIELDS))

export const QuotaOutcome = named(
  'QuotaOutcome',
  Type.Object({
    id: Type.String(),
    ...FIELDS,
    applied: Type.Integer({ description: 'The number of requests to which it was applied.' }),
  }),
)

export const QuotaOutcomeList = named(
  'QuotaOutcomeList',
  Type.Object({ value: Type.Array(ref(QuotaOutcome)) }),
)
