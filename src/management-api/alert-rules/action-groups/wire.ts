import { type Static, Type } from 'typebox'
import { named, ref } from '../../../platform/http/schema.ts'
import { identified, location, patch, tags } from '../wire.ts'

const MOST_RECEIVERS = 10

/** Kinds of receivers that the published model has and that are not served. */
export const OTHER_RECEIVERS = [
  'smsReceivers',
  'itsmReceivers',
  'azureAppPushReceivers',
  'automationRunbookReceivers',
  'voiceReceivers',
  'logicAppReceivers',
  'azureFunctionReceivers',
  'armRoleReceivers',
  'eventHubReceivers',
  'incidentReceivers',
] as const

const unserved = Type.Optional(
  Type.Array(Type.Object({}), { description: 'Not supported. Omit it, or send an empty list.' }),
)
const receivers = Object.fromEntries(OTHER_RECEIVERS.map((name) => [name, unserved])) as Record<
  (typeof OTHER_RECEIVERS)[number],
  typeof unserved
>

const receiverName = Type.String({ minLength: 1, maxLength: 128 })
const text = Type.Optional(Type.String({ maxLength: 1000 }))

export type WebhookReceiver = Static<typeof WebhookReceiver>
export const WebhookReceiver = named(
  'WebhookReceiver',
  Type.Object({
    name: receiverName,
    serviceUri: Type.String({
      minLength: 1,
      maxLength: 2000,
      description:
        'The URL that is called. It must start with https. Readers see the URL without the values of its query.',
    }),
    useCommonAlertSchema: Type.Optional(
      Type.Boolean({
        description:
          'Whether the body has the common alert schema. Default: false, the older form.',
      }),
    ),
    useAadAuth: Type.Optional(Type.Boolean({ description: 'Not supported: true is rejected.' })),
    objectId: text,
    identifierUri: text,
    tenantId: text,
    managedIdentity: Type.Optional(
      Type.String({ maxLength: 1000, description: 'Only None is accepted.' }),
    ),
  }),
)

/** What a group and a test have in common. */
export type Receivers = Static<typeof Receivers>
const Receivers = Type.Object({
  webhookReceivers: Type.Optional(
    Type.Array(ref(WebhookReceiver), { maxItems: MOST_RECEIVERS, description: 'Default: none.' }),
  ),
  emailReceivers: unserved,
  ...receivers,
})
export const receiverProperties = Receivers.properties

export type ActionGroupInput = Static<typeof ActionGroupInput>
export const ActionGroupInput = named(
  'ActionGroupInput',
  Type.Object({
    location: Type.Optional(location),
    tags: Type.Optional(tags),
    properties: Type.Object({
      groupShortName: Type.String({ minLength: 1, maxLength: 12 }),
      enabled: Type.Optional(Type.Boolean({ description: 'Default: true.' })),
      ...receiverProperties,
    }),
  }),
)

export type ActionGroupPatch = Static<typeof ActionGroupPatch>
export const ActionGroupPatch = named('ActionGroupPatch', Type.Object(patch))

export type ActionGroup = Static<typeof ActionGroup>
export const ActionGroup = named(
  'ActionGroup',
  Type.Object({
    ...identified,
    properties: Type.Object({
      groupShortName: Type.String(),
      enabled: Type.Boolean(),
      webhookReceivers: Type.Array(ref(WebhookReceiver)),
      emailReceivers: unserved,
      ...receivers,
    }),
  }),
)

export const ActionGroupList = named(
  'ActionGroupList',
  Type.Object({ value: Type.Array(ref(ActionGroup)) }),
)

export const EnableRequest = named('EnableRequest', Type.Object({ receiverName }))
