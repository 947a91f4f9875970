import { type Static, Type } from 'typebox'
import { named, oneOf, ref } from '../../../platform/http/schema.ts'
import { int32 } from '../wire.ts'

const name = Type.String({ minLength: 1, maxLength: 200 })

export type PreflightInput = Static<typeof PreflightInput>
export const PreflightInput = named(
  'QuotaPreflightInput',
  Type.Object({
    provider: name,
    location: name,
    resource: name,
    limit: int32,
    unit: Type.Optional(name),
    resourceType: Type.Optional(name),
  }),
)

export const PreflightInputs = named(
  'QuotaPreflightInputs',
  Type.Object({ value: Type.Array(ref(PreflightInput), { minItems: 1, maxItems: 100 }) }),
)

export const OUTCOMES = [
  'Granted',
  'Waiting',
  'AboveMaximum',
  'Denied',
  'Refused',
  'AlreadyRequested',
] as const
export type Outcome = (typeof OUTCOMES)[number]
export const PreflightOutcome = named(
  'QuotaPreflightOutcome',
  oneOf(
    OUTCOMES,
    '`Granted`: the rules grant it. `Waiting`: an operator decides. `AboveMaximum`: the request ends as `Invalid`. `Denied`: it ends as `Failed`. `Refused`: the PUT is rejected. `AlreadyRequested`: the PUT returns an open request.',
  ),
)

export type Preflight = Static<typeof Preflight>
export const Preflight = named(
  'QuotaPreflight',
  Type.Object({
    provider: Type.String(),
    location: Type.String(),
    resource: Type.String(),
    limit: int32,
    outcome: ref(PreflightOutcome),
    code: Type.Optional(
      Type.String({
        description: 'The error code of the request, or of the PUT if it is rejected.',
      }),
    ),
    message: Type.String({
      description: 'The message of the request, or of the PUT if it is rejected.',
    }),
    displayName: Type.Optional(Type.String()),
    unit: Type.Optional(Type.String()),
    currentLimit: Type.Optional(int32),
    currentValue: Type.Optional(int32),
    notifiesProvider: Type.Optional(
      Type.Boolean({
        description: 'Whether a granted limit is first sent to the provider, which can reject it.',
      }),
    ),
    requestId: Type.Optional(
      Type.String({ description: 'The open request that the PUT returns.' }),
    ),
    replaces: Type.Optional(
      Type.String({ description: 'The open request that the new request replaces.' }),
    ),
  }),
)

export const PreflightList = named(
  'QuotaPreflightList',
  Type.Object({ value: Type.Array(ref(Preflight)) }),
)
