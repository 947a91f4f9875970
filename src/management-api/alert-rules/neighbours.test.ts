import { beforeAll, expect, test } from 'vitest'
import { combine, tryChange } from '../../../test/support/database/neighbours.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertRows } from '../../../test/support/world/samples.ts'
import { insertOrganization } from '../../../test/support/world/world.ts'
import type { Trx } from '../../platform/db/connect.ts'
import * as groups from './action-groups/store.ts'
import * as alerts from './activity-log-alerts/store.ts'
import { deleteCallsOf } from './store.ts'
import * as tests from './test-notifications/store.ts'

const database = useDatabase()
const names = new Map<string, string>()
const at = new Date()
const earlier = new Date(at.getTime() - 60_000)
const [FIRST, SECOND, DONE] = ['first', 'second', 'done'].map((name) => {
  const id = crypto.randomUUID()
  names.set(id, name)
  return id
}) as [string, string, string]

/** Two subscriptions with groups, rules and tests of the same ids. */
beforeAll(async () => {
  const { db } = database
  const { id: organization_id } = await insertOrganization(db)
  const subscription_id = ['x', 'y']
  const time = { created_at: at, updated_at: at }
  const both = combine({ subscription_id, id: [FIRST, SECOND] })
  const rows = both.map((row) => {
    return { ...row, resource_group: 'g', name: names.get(row.id) ?? '', content: '{}', ...time }
  })
  const call = { kind: 'webhook', shown_address: '', notices: [], is_on: true, created_by: 'ada' }
  await insertRows(db, {
    subscription: subscription_id.map((id) => ({ id, organization_id, display_name: id, ...time })),
    action_group: rows.map((row) => ({ ...row, sealed_addresses: Buffer.from('') })),
    activity_log_alert: rows,
    notification: both.map(({ subscription_id, id }) => {
      const own = { subscription_id, id, name: id, alert_id: id, alert: '{}' }
      return { ...call, ...own, sealed_address: Buffer.from(''), ...time }
    }),
    alert_test: [
      ...both.map((row) => ({ ...row, sealed_receivers: Buffer.from(''), created_at: at })),
      {
        subscription_id: 'x',
        id: DONE,
        outcomes: '[]',
        created_at: earlier,
        completed_at: earlier,
      },
    ],
  })
})

const row = { subscription_id: 'x', id: FIRST }

test.each<[string, (trx: Trx) => Promise<unknown>, string[]]>([
  [
    'a group is changed',
    (trx) => groups.updateActionGroup(trx, row, { content: {} as never, updated_at: earlier }),
    ['~ action_group x, first'],
  ],
  ['a group is deleted', (trx) => groups.deleteActionGroup(trx, row), ['- action_group x, first']],
  [
    'a rule is changed',
    (trx) => {
      const change = { content: {} as never, updated_at: earlier }
      return alerts.updateActivityLogAlert(trx, row, change)
    },
    ['~ activity_log_alert x, first'],
  ],
  [
    'the calls of a rule are deleted, and the rule',
    async (trx) => {
      await deleteCallsOf(trx, 'x', FIRST)
      await alerts.deleteActivityLogAlert(trx, row)
    },
    ['- activity_log_alert x, first', '- notification x, first'],
  ],
  [
    'a test ends',
    (trx) => tests.completeTest(trx, { subscriptionId: 'x', id: FIRST }, [], at),
    ['~ alert_test x, first'],
  ],
  [
    'a test does not end twice',
    (trx) => tests.completeTest(trx, { subscriptionId: 'x', id: DONE }, [], at),
    [],
  ],
  ['old tests are deleted', (trx) => tests.deleteOldTests(trx, at, 10), ['- alert_test x, done']],
])('%s', async (_what, change, expected) => {
  expect(await tryChange(database.db, names, change)).toEqual(expected)
})
