import { readFileSync } from 'node:fs'
import type { Limits } from '../../../src/limits.ts'
import { caller } from '../http/http.ts'
import type { Reader } from '../http/service-health.ts'
import { useNotifications } from './notifications.ts'

export const GROUP_VERSION = '2021-09-01'
export const ALERT_VERSION = '2017-04-01'

type Resource = 'actionGroups' | 'activityLogAlerts'
const VERSIONS = { actionGroups: GROUP_VERSION, activityLogAlerts: ALERT_VERSION } as const

/** What the portal of the ecosystem writes for a rule on all events. */
export const HEALTH = { field: 'category', equals: 'ServiceHealth' }

/** Notifications, with the operations of published clients for rules and groups. */
export async function useAlertRules(
  env: Record<string, string> = {},
  limits: Partial<Limits> = {},
) {
  const stage = await useNotifications(env, limits)
  const { receiver, people } = stage

  const ask = (who: Reader, method: string, path: string, body?: unknown) =>
    caller(stage.server)(undefined, method, path, body, { Authorization: `Bearer ${who.bearer}` })
  const path = (type: Resource, name = '', subscription = 'sub-a', group = 'ops') =>
    `/subscriptions/${subscription}/resourceGroups/${group}/providers/Microsoft.Insights/${type}${name && `/${name}`}`
  const at = (target: string, version: string) => `${target}?api-version=${version}`
  const send = (method: string, type: Resource, name: string, body?: unknown, sub?: string) =>
    ask(people.owner, method, at(path(type, name, sub), VERSIONS[type]), body)

  return Object.assign(stage, {
    ask,
    path,
    at,
    send,
    idOf: path,
    toGroup: (receivers: object[], more: object = {}) => ({
      location: 'Global',
      properties: { groupShortName: 'ops', enabled: true, webhookReceivers: receivers, ...more },
    }),
    toRule: (
      allOf: object[] = [HEALTH],
      groups: object[] = [],
      more: object = {},
      sub = 'sub-a',
    ) => ({
      location: 'Global',
      properties: {
        scopes: [`/subscriptions/${sub}`],
        condition: { allOf },
        actions: { actionGroups: groups },
        enabled: true,
        ...more,
      },
    }),
    /** A group with one web hook at a path of the receiver, and a rule that calls it. */
    async addAlert(
      name: string,
      {
        allOf = [HEALTH] as object[],
        isCommon = false,
        properties = {} as object,
        more = {} as object,
      } = {},
    ) {
      const hook = { name: 'hook', serviceUri: receiver.url(`/${name}`) }
      const group = { ...hook, useCommonAlertSchema: isCommon }
      const saved = await send('PUT', 'actionGroups', name, this.toGroup([group]))
      const webhookProperties = properties
      const named = [{ actionGroupId: path('actionGroups', name), webhookProperties }]
      const rule = await send('PUT', 'activityLogAlerts', name, this.toRule(allOf, named, more))
      for (const { status, text } of [saved, rule]) {
        if (status !== 200) throw new Error(`not added: ${status} ${text}`)
      }
    },
  })
}

/** With the same names, nesting and types; what differs from run to run is in its place. */
export const toFixture = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(toFixture)
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, toFixture(of)]))
  }
  return typeof value === 'string'
    ? value
        .replace(
          /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
          '019a8b6e-0000-8000-8000-000000000000',
        )
        .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-19T00:00:00.000Z')
    : value
}
/** A recorded call. */
export const fixture = (name: string) =>
  JSON.parse(readFileSync(`test/support/fixtures/alerts/${name}.json`, 'utf8'))
