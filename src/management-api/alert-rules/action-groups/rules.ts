import { refuseAddress } from '../../../platform/dns/outgoing-address.ts'
import { addressRefused } from '../../notifications/errors.ts'
import { maskAddress } from '../../notifications/rules.ts'
import { actionGroupInvalid, receiverNotServed } from '../errors.ts'
import type { ActionGroupInput, Receivers } from './wire.ts'
import { OTHER_RECEIVERS } from './wire.ts'

/** A web hook, without its address. */
export type StoredReceiver = Readonly<{
  name: string
  shownAddress: string
  useCommonAlertSchema: boolean
}>

export type StoredGroup = Readonly<{
  location: string
  tags?: Readonly<Record<string, string>>
  groupShortName: string
  enabled: boolean
  webhookReceivers: readonly StoredReceiver[]
}>

export type Receiver = StoredReceiver & Readonly<{ address: string }>

/** The web hooks of a group or a test. Throws if one of them, or a receiver of another kind, is not served. */
export function readReceivers(
  { webhookReceivers = [], emailReceivers = [], ...others }: Receivers,
  exceptions: readonly string[],
): Receiver[] {
  if (emailReceivers.length > 0) {
    throw receiverNotServed('E-mail receivers in action groups are not supported. Use a web hook.')
  }
  const kind = OTHER_RECEIVERS.find((name) => (others[name]?.length ?? 0) > 0)
  if (kind !== undefined) {
    throw receiverNotServed(
      `Receivers of the kind ${kind} are not supported. Use webhookReceivers.`,
    )
  }
  const names = new Set<string>()
  return webhookReceivers.map(({ name, serviceUri, useCommonAlertSchema, ...auth }) => {
    const { useAadAuth, managedIdentity = 'None' } = auth
    if (useAadAuth || !/^(none)?$/i.test(managedIdentity)) {
      throw receiverNotServed(
        `The web hook ${name} requests calls with a token (useAadAuth or managedIdentity), which are not supported. Put a secret into the query of its address instead.`,
      )
    }
    if (names.has(name.toLowerCase())) {
      throw actionGroupInvalid(`It has two receivers named ${name}. Use a different name for each.`)
    }
    names.add(name.toLowerCase())
    const refused = refuseAddress(serviceUri, exceptions)
    if (refused) throw addressRefused(refused)
    return {
      name,
      address: serviceUri,
      shownAddress: maskAddress('webhook', serviceUri),
      useCommonAlertSchema: useCommonAlertSchema ?? false,
    }
  })
}

export function toStoredGroup(
  { location = 'Global', tags, properties }: ActionGroupInput,
  receivers: readonly Receiver[],
): StoredGroup {
  return {
    location,
    ...(tags && { tags }),
    groupShortName: properties.groupShortName,
    enabled: properties.enabled ?? true,
    webhookReceivers: receivers.map(({ address: _, ...receiver }) => receiver),
  }
}
