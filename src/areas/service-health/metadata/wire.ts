import { type Static, Type } from 'typebox'
import { named, ref } from '../../../platform/http/schema.ts'

export type SupportedValue = Static<typeof SupportedValue>
export const SupportedValue = named(
  'MetadataSupportedValueDetail',
  Type.Object({
    id: Type.String(),
    displayName: Type.String(),
    serviceGuid: Type.Optional(
      Type.String({ description: 'Present once an event has named the service. Never changes.' }),
    ),
    resourceTypes: Type.Optional(Type.Array(Type.String())),
    priority: Type.Optional(Type.Integer()),
  }),
)

export type MetadataEntity = Static<typeof MetadataEntity>
export const MetadataEntity = named(
  'MetadataEntity',
  Type.Object({
    id: Type.String(),
    name: Type.String(),
    type: Type.String(),
    properties: Type.Object({
      displayName: Type.String(),
      applicableScenarios: Type.Array(Type.String()),
      supportedValues: Type.Array(ref(SupportedValue), {
        description: 'At most 10,000 services and 10,000 regions, by name.',
      }),
    }),
  }),
)

export const MetadataEntityList = named(
  'MetadataEntityListResult',
  Type.Object({ value: Type.Array(ref(MetadataEntity)) }),
)
