import { randomUUIDv7 } from 'node:crypto'
import { type Answer, caller } from '../../support/http/http.ts'
import { alertRuleBodies, VERSIONS } from '../../support/world/alert-rules.ts'
import type { ManagementStage } from './management-stage.ts'

type Type = 'actionGroups' | 'activityLogAlerts'

/** A subscription of its own, and the operations of alert rules on it. */
export async function openAlerts({ people, server, addSubscription }: ManagementStage) {
  const id = randomUUIDv7()
  await addSubscription(id, { [people.ada.id]: 'owner' })
  const bodies = alertRuleBodies(id)
  const ask = (method: string, path: string, body?: object): Promise<Answer> =>
    caller(server)(undefined, method, path, body, { Authorization: `Bearer ${people.ada.bearer}` })
  const group = `/subscriptions/${id}/resourceGroups/ops/providers/Microsoft.Insights`
  const at = (type: Type, rest: string) => `${group}/${type}/${rest}?api-version=${VERSIONS[type]}`
  return {
    id,
    ask,
    at,
    root: (rest: string) =>
      `/subscriptions/${id}/providers/Microsoft.Insights/${rest}?api-version=2021-09-01`,
    bodies,
    add: (type: Type, name: string, body: object = bodies[type]) =>
      ask('PUT', at(type, name), body),
  }
}
