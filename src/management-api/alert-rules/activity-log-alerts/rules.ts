import type { NoticeName } from '../../notifications/rules.ts'
import { alertRuleInvalid, alertRuleNeverFires } from '../errors.ts'
import { isScopeOf, keyOf, type ResourceName, readGroupId } from '../rules.ts'
import { categoryOf, listServiceChoices, toConditionFilter } from './conditions.ts'
import type { AlertInput } from './wire.ts'

type Properties = AlertInput['properties']

export type StoredAlert = Readonly<{
  location: string
  tags?: Readonly<Record<string, string>>
  enabled: boolean
  description?: string
  scopes: Properties['scopes']
  condition: Properties['condition']
  actions: Properties['actions']
  /** Of the events that fit the conditions, or of the changes of resources. */
  filter: string | null
}>

/** What asks for drills: published clients have no field for them, but send any tags. */
const DRILLS_TAG = 'drills'

/** What the calls of a rule are about. That an event no longer affects a subscription is not among it. */
export function toNotices({
  tags = {},
  condition,
}: Pick<StoredAlert, 'tags' | 'condition'>): NoticeName[] {
  if (categoryOf(condition.allOf) === 'ResourceHealth') return ['resourceHealth']
  const hasDrills = Object.entries(tags).some(
    ([name, value]) => name.toLowerCase() === DRILLS_TAG && value.toLowerCase() === 'true',
  )
  return hasDrills ? ['events', 'drills'] : ['events']
}

/** What is stored for a rule. Throws if it is not served, or could never fire. */
export function toStoredAlert(
  { location = 'Global', tags, properties }: AlertInput,
  subscriptionId: string,
): StoredAlert {
  const { scopes, condition, actions, description, enabled = true, tenantScope } = properties
  if (tenantScope) {
    throw alertRuleInvalid('Tenant rules (tenantScope) are not supported. Use scopes.')
  }
  checkScopes(scopes, subscriptionId)
  return {
    location,
    ...(tags && { tags }),
    enabled,
    ...(description !== undefined && { description }),
    scopes,
    condition,
    actions,
    filter: toConditionFilter(condition.allOf),
  }
}

const MOST_SHOWN = 3

/** Throws if a condition names only services that publishing refuses. Unknown ones beside others do no harm. */
export function checkServices(
  { condition }: Pick<StoredAlert, 'condition'>,
  unknown: readonly string[],
  vendorNamespace: string,
): void {
  const isKnown = (name: string) => !unknown.includes(name)
  const choice = listServiceChoices(condition.allOf).find((names) => !names.some(isKnown))
  if (!choice) return
  const shown = choice.slice(0, MOST_SHOWN).join(', ')
  throw alertRuleNeverFires(
    `There is no service named ${shown}${choice.length > MOST_SHOWN ? ', …' : ''}. GET /providers/${vendorNamespace}.ResourceHealth/metadata/supportedServices lists the names. An operator can add one with the footprint of a subscription.`,
  )
}

/** The names that `checkServices` asks about. */
export const listServices = ({ condition }: Pick<StoredAlert, 'condition'>): string[] =>
  listServiceChoices(condition.allOf).flat()

function checkScopes(scopes: readonly string[], subscriptionId: string): void {
  const own = `/subscriptions/${subscriptionId}`
  const other = scopes.find((scope) => !isScopeOf(scope, subscriptionId))
  if (other !== undefined) {
    throw alertRuleNeverFires(
      `Its scope is ${other}, but the scope must be the subscription. Use ${own}.`,
    )
  }
  if (scopes.length !== 1) {
    throw alertRuleInvalid(`It requires exactly one scope: ${own}.`)
  }
}

/** The action groups that a rule names. Throws if it cannot name them, or names one twice. */
export function listGroupsOf(
  { actions }: Pick<StoredAlert, 'actions'>,
  subscriptionId: string,
  vendorNamespace: string,
): ResourceName[] {
  const keys = new Set<string>()
  return (actions.actionGroups ?? []).map(({ actionGroupId, actionProperties }) => {
    const group = readGroupId(actionGroupId, subscriptionId, vendorNamespace)
    if (!group) {
      throw alertRuleInvalid(
        `${actionGroupId} is not the id of an action group of the subscription.`,
      )
    }
    if (keys.has(keyOf(group)))
      throw alertRuleInvalid(
        `It contains the action group ${actionGroupId} twice. Remove one of the two.`,
      )
    if (Object.keys(actionProperties ?? {}).length > 0) {
      throw alertRuleInvalid('actionProperties are not supported. Omit them.')
    }
    keys.add(keyOf(group))
    return group
  })
}
