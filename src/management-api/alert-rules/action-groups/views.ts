import type { Seal } from '../../../platform/crypto/seal.ts'
import { openAddresses } from '../actions.ts'
import { toResourceId } from '../rules.ts'
import type { GroupRow } from './store.ts'
import type { ActionGroup } from './wire.ts'
import { OTHER_RECEIVERS } from './wire.ts'

const NO_RECEIVERS = Object.fromEntries(OTHER_RECEIVERS.map((name) => [name, []]))

/** `seal`: for a caller who may change the group, and sees the whole addresses. */
export function toActionGroup(
  row: GroupRow,
  vendorNamespace: string,
  seal: Seal | undefined,
): ActionGroup {
  const { location, tags, groupShortName, enabled, webhookReceivers } = row.content
  const addresses = seal && openAddresses(seal, row)
  const named = { resourceGroup: row.resource_group, name: row.name }
  return {
    id: toResourceId(vendorNamespace, row.subscription_id, 'actionGroups', named),
    name: row.name,
    type: `${vendorNamespace}.Insights/ActionGroups`,
    location,
    tags: tags ?? {},
    properties: {
      groupShortName,
      enabled,
      emailReceivers: [],
      ...NO_RECEIVERS,
      webhookReceivers: webhookReceivers.map(({ name, shownAddress, useCommonAlertSchema }, i) => ({
        name,
        serviceUri: addresses?.[i] ?? shownAddress,
        useCommonAlertSchema,
        useAadAuth: false,
      })),
    },
  }
}
