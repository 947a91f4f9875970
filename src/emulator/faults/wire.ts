import { Type } from 'typebox'
import { named, ref } from '../../platform/http/schema.ts'
import { kind } from '../wire.ts'

const RetryAfter = Type.Optional(Type.Integer({ minimum: 1, maximum: 3600 }))

export const FaultEffect = named(
  'FaultEffect',
  Type.Union([
    Type.Object({
      kind: kind('status'),
      status: Type.Integer({ minimum: 400, maximum: 599 }),
      code: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
      message: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
      retryAfterSeconds: RetryAfter,
    }),
    Type.Object({ kind: kind('throttle'), retryAfterSeconds: RetryAfter }),
    Type.Object({ kind: kind('latency'), ms: Type.Integer({ minimum: 1, maximum: 120_000 }) }),
    Type.Object({ kind: kind('cut') }),
    Type.Object({
      kind: kind('slow-body'),
      bytesPerSecond: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    }),
    Type.Object({ kind: kind('expired-token') }),
  ]),
)

export const FaultMatch = named(
  'FaultMatch',
  Type.Object({
    method: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    path: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description: 'The path without the query. `*` matches any text.',
      }),
    ),
    caller: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The id of an account, an OAuth client or an API token.',
      }),
    ),
  }),
)

const FIELDS = {
  match: Type.Optional(ref(FaultMatch)),
  share: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      description: 'The share of the matching requests that are affected. The default is 1.',
    }),
  ),
  times: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The number of affected requests after which the fault ends.',
    }),
  ),
  effect: ref(FaultEffect),
}

export const NewFault = named('NewFault', Type.Object(FIELDS))

export const Fault = named(
  'Fault',
  Type.Object({
    id: Type.String(),
    ...FIELDS,
    matched: Type.Integer({ description: 'The number of requests that matched.' }),
    applied: Type.Integer({ description: 'The number of requests that were affected.' }),
  }),
)

export const FaultList = named('FaultList', Type.Object({ value: Type.Array(ref(Fault)) }))
