import { type Static, Type } from 'typebox'
import { SUBSCRIPTION_ROLES } from '../../directory/subscriptions/wire.ts'
import { NOTICES } from '../../management-api/notifications/rules.ts'

const Text = Type.String({ minLength: 1, maxLength: 1000 })
const Name = Type.String({ pattern: '^[a-z0-9][a-z0-9-]{0,39}$' })
const Duration = Type.String({
  pattern: '^\\d+(\\.\\d+)?[smhd]( \\d+(\\.\\d+)?[smhd])*$',
  description: 'The time after the start, such as `90s`, `45m`, `6h` or `2d 4h`.',
})
const Body = Type.Record(Type.String(), Type.Unknown())
const closed = { additionalProperties: false } as const

const Request = Type.Object(
  {
    as: Type.Optional(Name),
    method: Type.Optional(Type.String({ pattern: '^[A-Z]{3,7}$' })),
    path: Type.String({ pattern: '^/', description: 'With the query.' }),
    body: Type.Optional(Body),
  },
  closed,
)

const OfEvent = Type.Object({ event: Text }, { additionalProperties: true })

/** At most one of these is what happens in a step. */
const ACTIONS = {
  publish: Type.Object(
    { trackingId: Text },
    {
      additionalProperties: true,
      description: 'The body of `POST /operator/v1/events`.',
    },
  ),
  update: OfEvent,
  resolve: OfEvent,
  reopen: OfEvent,
  review: OfEvent,
  fault: Type.Object(
    { effect: Body },
    { additionalProperties: true, description: 'The body of `POST /emulator/v1/faults`.' },
  ),
  removeFaults: Type.Literal(true),
  quotaOutcome: Type.Object(
    { end: Body },
    { additionalProperties: true, description: 'The body of `POST /emulator/v1/quota-outcomes`.' },
  ),
  removeQuotaOutcomes: Type.Literal(true),
  request: Request,
}
export const ACTION_NAMES = Object.keys(ACTIONS) as readonly (keyof typeof ACTIONS)[]

export type Step = Static<typeof Step>
const Step = Type.Object(
  { at: Duration, title: Text, ...Type.Partial(Type.Object(ACTIONS)).properties },
  closed,
)

export type Watcher = Static<typeof Watcher>
const Watcher = Type.Object(
  {
    name: Text,
    ...Request.properties,
    show: Type.Optional(
      Type.Array(Text, {
        maxItems: 20,
        description: 'Values of the response, such as `properties.status` or `value.*.name`.',
      }),
    ),
  },
  closed,
)

export type Receiver = Static<typeof Receiver>
const Receiver = Type.Object(
  {
    notices: Type.Optional(Type.Array(Type.Enum([...NOTICES]), { minItems: 1 })),
    filter: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
  },
  closed,
)

export type Scenario = Static<typeof Scenario>
export const Scenario = Type.Object(
  {
    title: Text,
    start: Type.Optional(
      Type.String({
        pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$',
        description: 'The time of the clock in the first step. Default: the current time.',
      }),
    ),
    callers: Type.Optional(
      Type.Record(Name, Type.Object({ role: Type.Enum([...SUBSCRIPTION_ROLES]) }, closed), {
        description: 'Service accounts with a role on the subscription.',
      }),
    ),
    receivers: Type.Optional(
      Type.Record(Name, Receiver, {
        description:
          'Web hooks that receive notifications of the subscription. The report then lists the messages that they received.',
      }),
    ),
    watchers: Type.Array(Watcher, { maxItems: 20 }),
    steps: Type.Array(Step, { minItems: 1, maxItems: 1000 }),
  },
  { ...closed, $id: 'Scenario', title: 'A scenario for binnacle rehearse' },
)
