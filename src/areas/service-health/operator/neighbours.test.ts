import { beforeAll, expect, test } from 'vitest'
import { combine, tryChange } from '../../../../test/support/database/neighbours.ts'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { insertRows } from '../../../../test/support/world/samples.ts'
import { insertOrganization } from '../../../../test/support/world/world.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { setProgress } from '../notices/store.ts'
import * as availability from './availability/store.ts'
import * as events from './events/store.ts'
import * as footprints from './footprints/store.ts'
import { removeResources } from './resources/store.ts'

const database = useDatabase()
const names = new Map<string, string>()
const at = new Date()
const ago = (minutes: number) => new Date(at.getTime() - minutes * 60_000)

const event = (tracking_id: string) => ({
  ...{ tracking_id, audience: 'everyone' as const, record: '{}', is_sensitive: false },
  ...{ last_update_time: at, status: 'Active', event_type: 'ServiceIssue', priority: 0 },
  ...{ services: [], regions: [] },
})

/** Two subscriptions and two events with the same of everything; three earlier states of each of two resources. */
beforeAll(async () => {
  const { db } = database
  const { id: organization_id } = await insertOrganization(db)
  const subscription_id = ['x', 'y']
  const tracking_id = ['E1', 'E2']
  const time = { created_at: at, updated_at: at }
  const states = combine({ subscription_id, resource_key: ['a', 'b'], nth: [0, 1, 2, 3] })
  await insertRows(db, {
    subscription: subscription_id.map((id) => ({ id, organization_id, display_name: id, ...time })),
    availability: states.map(({ nth, ...row }) => {
      const id = crypto.randomUUID()
      names.set(id, nth === 0 ? `${row.resource_key} now` : `${row.resource_key} ${nth} ago`)
      const occurred = { occurred_at: ago(nth * 10), reported_at: at }
      const ended_at = nth === 0 ? null : ago(nth * 10 - 10)
      return {
        ...row,
        id,
        resource_id: row.resource_key,
        state: 'Available',
        ...occurred,
        ended_at,
      }
    }),
    event: tracking_id.map(event),
    event_reach: combine({ tracking_id, key: ['a', 'b', 'c'] }).map((reach) => {
      return { ...reach, last_update_time: at, is_active: true }
    }),
    footprint: combine({ subscription_id, key: ['a', 'b'] }).map((row) => {
      return { ...row, service: row.key, region: row.key }
    }),
    impacted_resource: combine({ subscription_id, tracking_id, name: ['a', 'b'] }).map((row) => {
      return { ...row, info: '{}' }
    }),
  })
})

const state = (key: string, value: string): availability.NewState => ({
  ...{ key, resourceId: key, state: value, title: 'new', summary: null },
  ...{ reasonType: null, location: null },
})

test.each<[string, (trx: Trx) => Promise<unknown>, string[]]>([
  [
    'states of some resources are removed',
    (trx) => availability.removeStates(trx, 'x', ['a']),
    ['1 ago', '2 ago', '3 ago', 'now'].map((which) => `- availability x, a ${which}`),
  ],
  [
    'a state that differs ends',
    (trx) => availability.endStates(trx, 'x', [state('a', 'Unavailable')], at),
    ['~ availability x, a now'],
  ],
  [
    'a state that stays does not end',
    (trx) => availability.endStates(trx, 'x', [state('a', 'Available')], at),
    [],
  ],
  [
    'a state that stays gets the new text',
    (trx) => availability.putStates(trx, 'x', [state('a', 'Available')], at),
    ['~ availability x, a now'],
  ],
  [
    'of earlier states the latest are kept',
    (trx) => availability.trimHistory(trx, 'x', ['a'], 2),
    ['- availability x, a 2 ago', '- availability x, a 3 ago'],
  ],
  [
    'the current state is kept, even if none is',
    (trx) => availability.trimHistory(trx, 'x', ['a'], 0),
    ['1 ago', '2 ago', '3 ago'].map((which) => `- availability x, a ${which}`),
  ],
  [
    'an event is replaced',
    (trx) => events.replaceEvent(trx, { ...event('E1'), status: 'Resolved' }),
    ['~ event E1'],
  ],
  [
    'keys that are no longer reached go',
    (trx) => events.setReach(trx, { trackingId: 'E1', lastUpdateTime: at, isActive: true }, ['a']),
    ['- event_reach b, E1', '- event_reach c, E1'],
  ],
  [
    'parts of a footprint are deleted',
    (trx) => footprints.deleteServiceRegions(trx, 'x', ['a']),
    ['- footprint x, a'],
  ],
  [
    'footprints are cleared',
    (trx) => footprints.clearFootprints(trx, ['x']),
    ['- footprint x, a', '- footprint x, b'],
  ],
  [
    'impacted resources are removed',
    (trx) => removeResources(trx, 'E1', [{ subscription_id: 'x', name: 'a' }]),
    ['- impacted_resource x, E1, a'],
  ],
  [
    'the matcher moves on',
    (trx) => setProgress(trx, { position: 7, after: undefined }),
    ['~ notification_matcher 1'],
  ],
])('%s', async (_what, change, expected) => {
  expect(await tryChange(database.db, names, change)).toEqual(expected)
})
