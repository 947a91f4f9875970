import { type Static, Type } from 'typebox'
import { named, oneOf, ref } from '../../../../platform/http/schema.ts'
import { QuotaRequestState } from '../../requests/wire.ts'
import { int32, ResourceName } from '../../wire.ts'
import { identity, LimitValue, resourceProperties } from '../wire.ts'

export const Quota = named(
  'Quota',
  Type.Object({
    ...identity,
    properties: Type.Object({ limit: ref(LimitValue), ...resourceProperties }),
  }),
)

export const QuotaList = named(
  'QuotaList',
  Type.Object({ value: Type.Array(ref(Quota)), nextLink: Type.Optional(Type.String()) }),
)

const text = Type.String({ minLength: 1, maxLength: 200 })

export const LimitValueInput = named(
  'LimitValueInput',
  Type.Object({ limitObjectType: oneOf(['LimitValue']), value: int32 }),
)

/** The other fields of a quota may be sent back; they are ignored. */
export const QuotaInput = named(
  'QuotaInput',
  Type.Object({
    properties: Type.Object({
      limit: ref(LimitValueInput),
      unit: Type.Optional(text),
      name: Type.Optional(Type.Object({ value: Type.Optional(text) })),
    }),
  }),
)

/** The answer to a PUT or PATCH: the requested quota under the id of the request. */
export type SubmittedQuota = Static<typeof SubmittedQuota>
export const SubmittedQuota = named(
  'SubmittedQuota',
  Type.Object({
    id: Type.String({ description: 'The path of the request.' }),
    name: Type.String({ description: 'The id of the request.' }),
    type: Type.String(),
    properties: Type.Object({
      limit: ref(LimitValue),
      unit: Type.String(),
      name: ref(ResourceName),
      resourceType: Type.Optional(Type.String()),
      isQuotaApplicable: Type.Boolean(),
      properties: Type.Object({}),
      provisioningState: ref(QuotaRequestState),
      message: Type.String(),
    }),
  }),
)
