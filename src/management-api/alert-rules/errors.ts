import { RequestError } from '../../platform/errors.ts'
import type { ResourceType } from './rules.ts'

const conflict = (code: string, message: string) => new RequestError('conflict', code, message)
const invalid = (code: string, message: string) => new RequestError('invalid', code, message)
const notFound = (code: string, message: string) => new RequestError('not-found', code, message)

const NOUNS: Readonly<Record<ResourceType, string>> = {
  actionGroups: 'action group',
  activityLogAlerts: 'alert rule',
}

export const alertResourceNotFound = (type: ResourceType, resourceGroup: string, name: string) =>
  notFound(
    'ResourceNotFound',
    `The resource group ${resourceGroup} has no ${NOUNS[type]} named ${name}. List the ${NOUNS[type]}s of the subscription to see their names.`,
  )

export const alertResourceNameInvalid = (name: string) =>
  invalid(
    'InvalidResourceName',
    `${name} cannot be the name of this resource or of its resource group. Use 1 to 260 characters, at most 90 for a resource group, without / \\ ? # % & < > : * and quotes.`,
  )

export const tooManyAlertResources = (type: ResourceType, most: number) =>
  conflict(
    'TooManyAlertResources',
    `The subscription already has ${most} ${NOUNS[type]}s, which is the limit. Delete one that you no longer need.`,
  )

export const tooManyCalls = (most: number) =>
  conflict(
    'TooManyNotifications',
    `With this change, the alert rules and notifications of the subscription would exceed the limit of ${most} destinations. Each rule counts once for each web hook of its action groups. Remove some web hooks, alert rules or notifications.`,
  )

export const actionGroupInvalid = (reason: string) =>
  invalid('InvalidActionGroup', `The action group cannot be stored. ${reason}`)

export const receiverNotServed = (reason: string) => invalid('ReceiverNotServed', reason)

export const alertRuleInvalid = (reason: string) =>
  invalid('InvalidAlertRule', `The alert rule cannot be stored. ${reason}`)

export const alertRuleNeverFires = (reason: string) =>
  invalid('AlertRuleNeverFires', `The alert rule could never fire. ${reason}`)

export const receiverNotFound = (name: string) =>
  notFound(
    'ReceiverNotFound',
    `The action group has no web hook named ${name}. Get the action group to see the names of its web hooks.`,
  )

export const receiverOn = (name: string) =>
  conflict(
    'ReceiverEnabled',
    `The web hook ${name} was not turned off after failures, so it cannot be turned on again. To turn on a disabled action group or alert rule, set properties.enabled to true.`,
  )

export const testInvalid = (reason: string) =>
  invalid('InvalidTestNotification', `The test cannot be sent. ${reason}`)

export const tooManyTests = (most: number) =>
  conflict(
    'TooManyTestNotifications',
    `The subscription has sent ${most} tests within 24 hours, which is the limit. Try again 24 hours after the first of these tests.`,
  )

export const testNotFound = (id: string) =>
  notFound(
    'TestNotificationNotFound',
    `The subscription has no test notification ${id}. Test notifications are deleted after a day.`,
  )
