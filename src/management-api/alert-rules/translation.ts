import type { NoticeName } from '../notifications/rules.ts'
import type { AlertTarget } from '../notifications/sending/alert-target.ts'
import type { StoredGroup } from './action-groups/rules.ts'
import { type StoredAlert, toNotices } from './activity-log-alerts/rules.ts'
import { alertRuleInvalid } from './errors.ts'
import { keyOf, type ResourceName, readGroupId, toResourceId } from './rules.ts'

export type TranslatedGroup = ResourceName &
  Readonly<{ content: StoredGroup; addresses: readonly string[] }>
export type TranslatedAlert = ResourceName & Readonly<{ id: string; content: StoredAlert }>

/** A row of notification as rules and groups ask for it: one for each web hook that a rule calls. */
export type WantedCall = Readonly<{
  alertId: string
  address: string
  shownAddress: string
  filter: string | null
  notices: readonly NoticeName[]
  isOn: boolean
  target: AlertTarget
}>

/** By what a row that is there is found again. */
export const keyOfCall = (alertId: string, { actionGroupId, receiver }: AlertTarget) =>
  JSON.stringify([alertId, actionGroupId.toLowerCase(), receiver.toLowerCase()])

function addressAt({ name, addresses }: TranslatedGroup, at: number): string {
  const address = addresses[at]
  if (address === undefined) throw new Error(`an address of the action group ${name} is missing`)
  return address
}

const LONGEST_FILTER_KB = 16

/** Each event is compared with each filter, so a filter is not as long as a body can be. */
function requireShort({ name, content: { filter } }: TranslatedAlert): void {
  if (filter === null || Buffer.byteLength(filter) <= LONGEST_FILTER_KB * 1024) return
  throw alertRuleInvalid(
    `The conditions of ${name} exceed ${LONGEST_FILTER_KB} KB as a filter. Use fewer services and regions, or create several rules.`,
  )
}

/** All that the rules of a subscription call. Throws if a rule is too long. A group that was deleted is called by nobody. */
export function translate(
  groups: readonly TranslatedGroup[],
  alerts: readonly TranslatedAlert[],
  {
    subscriptionId,
    vendorNamespace,
  }: Readonly<{ subscriptionId: string; vendorNamespace: string }>,
): WantedCall[] {
  const byKey = new Map(groups.map((group) => [keyOf(group), group]))
  const idOf = toResourceId.bind(undefined, vendorNamespace, subscriptionId)
  alerts.forEach(requireShort)
  return alerts.flatMap((alert) =>
    (alert.content.actions.actionGroups ?? []).flatMap((action) => {
      const named = readGroupId(action.actionGroupId, subscriptionId, vendorNamespace)
      const group = named && byKey.get(keyOf(named))
      if (!group) return []
      const { description = '' } = alert.content
      const about = {
        rule: alert.name,
        ruleId: idOf('activityLogAlerts', alert),
        description,
        actionGroupId: idOf('actionGroups', group),
        properties: action.webhookProperties ?? {},
      }
      const isOn = alert.content.enabled && group.content.enabled
      const notices = toNotices(alert.content)
      return group.content.webhookReceivers.map(
        (receiver, i): WantedCall => ({
          alertId: alert.id,
          address: addressAt(group, i),
          shownAddress: receiver.shownAddress,
          filter: alert.content.filter,
          notices,
          isOn,
          target: {
            ...about,
            form: receiver.useCommonAlertSchema ? 'common-alert' : 'activity-log',
            receiver: receiver.name,
          },
        }),
      )
    }),
  )
}
