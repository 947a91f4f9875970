import { beforeAll, expect, test } from 'vitest'
import { combine, toHash, tryChange } from '../../../test/support/database/neighbours.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertRows } from '../../../test/support/world/samples.ts'
import { insertOrganization } from '../../../test/support/world/world.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { addMs, systemProductTime } from '../../platform/time.ts'
import * as fulfilment from './fulfilment/store.ts'
import { noteCrossings } from './notices/store.ts'
import * as catalogue from './operator/catalogue/store.ts'
import { setRetriedAs } from './operator/retries/store.ts'
import * as requests from './requests/store.ts'
import { deleteEndedRequests } from './retention/store.ts'
import { deleteOldUsage, recordUsage } from './usage/store.ts'

const database = useDatabase()
const names = new Map<string, string>()
const at = systemProductTime()
at.setMilliseconds(0)
const [earlier, later] = [addMs(at, -60_000), addMs(at, 60_000)]
const DAY = at.toISOString().slice(0, 10)

function idOf(name: string): string {
  const known = [...names].find(([, given]) => given === name)?.[0]
  if (known) return known
  const id = crypto.randomUUID()
  names.set(id, name)
  return id
}

/** What a sub-request is, by its name. */
const STATES = {
  accepted: { state: 'Accepted' },
  open: { state: 'InProgress' },
  granted: { state: 'InProgress', granted_limit: 5 },
  sent: { state: 'InProgress', granted_limit: 5, sent_at: at },
  done: { state: 'Succeeded', granted_limit: 5, ended_at: at },
} as const

const request = (subscription_id: string, name: string, submitted_at = at) => ({
  ...{ subscription_id, id: idOf(name), submitted_at, actor_id: 'ada', requested_by: 'ada' },
  ...{ provider_key: 'p', location_key: 'l', fingerprint: toHash('') },
})

const subRequest = (subscription_id: string, of: string, name: string, changes: object = {}) => ({
  ...{ subscription_id, request_id: idOf(of), id: idOf(name), number: 1, created_at: at },
  ...{ provider_key: 'p', location_key: 'l', resource_key: `${of} ${name}`, name, unit: 'Count' },
  ...{ display_name: name, asked_limit: 5, message: '', state: 'Accepted' as const },
  ...changes,
})

/** Two subscriptions with requests of the same ids, and limits of the same names at two providers in two places. */
beforeAll(async () => {
  const { db } = database
  const { id: organization_id } = await insertOrganization(db)
  const time = { created_at: at, updated_at: at }
  const subscriptions = ['x', 'y']
  const kinds = Object.keys(STATES) as (keyof typeof STATES)[]
  const resource = { display_name: 'R', unit: 'Count', headroom: 0 }
  const destination = { kind: 'webhook', sealed_address: Buffer.from(''), shown_address: '' }
  const on = { ...destination, is_on: true, created_by: 'ada', ...time }
  const off = { is_on: false, off_reason: 'turned-off' }
  await insertRows(db, {
    subscription: subscriptions.map((id) => ({ id, organization_id, display_name: id, ...time })),
    quota_provider: ['p', 'q'].map((key) => ({ key, name: key, locations: ['l'], updated_at: at })),
    quota_endpoint: ['p', 'q'].map((provider_key) => {
      return { provider_key, url: 'https://example.com', sealed_secret: toHash(''), updated_at: at }
    }),
    // The other one first: what lacks a condition takes it.
    quota_resource: combine({ provider_key: ['q', 'p'], key: ['s', 'r'] }).map((row) => {
      const name = `${row.key} of ${row.provider_key}`
      return { ...row, ...resource, name, default_limit: name === 'r of p' ? 100 : 1000 }
    }),
    quota_limit: combine({
      subscription_id: subscriptions,
      provider_key: ['p', 'q'],
      location_key: ['l', 'm'],
      resource_key: ['r', 's'],
    }).map((row) => ({ ...row, current_value: 90, updated_at: at })),
    notification: [
      { ...on, subscription_id: 'x', id: idOf('on'), name: 'on', notices: ['quotaUsage'] },
      {
        ...on,
        ...off,
        subscription_id: 'y',
        id: idOf('off'),
        name: 'off',
        notices: ['quotaUsage'],
      },
      { ...on, subscription_id: 'y', id: idOf('events'), name: 'events', notices: ['event'] },
    ],
    quota_request: combine({ of: subscriptions, name: ['one', 'two'] }).map(({ of, name }) =>
      request(of, name),
    ),
    quota_sub_request: combine({ of: subscriptions, in: ['one', 'two'], name: kinds }).map((row) =>
      subRequest(row.of, row.in, row.name, STATES[row.name]),
    ),
    quota_usage: combine({ subscription_id: subscriptions, reported_at: [earlier, later] }).map(
      (row) => ({
        ...{ provider_key: 'p', location_key: 'l', resource_key: 'old' },
        ...{ last_value: 1, highest_value: 1, limit: 1, ...row },
        day: row.reported_at === earlier ? '2020-01-01' : '2020-01-02',
      }),
    ),
  })
})

const keyOf = (name: keyof typeof STATES) => ({
  subscriptionId: 'x',
  requestId: idOf('one'),
  subRequestId: idOf(name),
})
const move = (name: keyof typeof STATES, only?: 'undecided' | 'unsent') => (trx: Trx) =>
  requests.moveSubRequest(trx, keyOf(name), {
    to: 'Failed',
    set: { ended_at: at },
    ...(only && { only }),
  })
const changed = (name: keyof typeof STATES) => [`~ quota_sub_request x, one, ${name}`]
const grant = (name: keyof typeof STATES) => (trx: Trx) =>
  requests.grantSubRequest(trx, keyOf(name), { granted_limit: 7, granted_at: at, message: '' })
const limit = [{ providerKey: 'p', locationKey: 'l', resourceKey: 'r' }]

test.each<[string, (trx: Trx) => Promise<unknown>, string[]]>([
  ['a sub-request ends', move('open'), changed('open')],
  ['what has ended does not end again', move('done'), []],
  ['what nobody has decided ends', move('open', 'undecided'), changed('open')],
  ['what somebody has decided stays', move('granted', 'undecided'), []],
  ['what was not sent ends', move('granted', 'unsent'), changed('granted')],
  ['what was sent stays', move('sent', 'unsent'), []],
  ['a sub-request is granted', grant('open'), changed('open')],
  ['what is granted is not granted again', grant('granted'), []],
  ['what is not under way is not granted', grant('accepted'), []],
  [
    'a sub-request is sent',
    (trx) => fulfilment.markSent(trx, keyOf('granted'), at),
    changed('granted'),
  ],
  ['what is not granted is not sent', (trx) => fulfilment.markSent(trx, keyOf('open'), at), []],
  ['what has ended is not sent', (trx) => fulfilment.markSent(trx, keyOf('done'), at), []],
  [
    'an error is noted',
    (trx) => fulfilment.setLastError(trx, keyOf('open'), 'refused'),
    changed('open'),
  ],
  ['a retry is noted', (trx) => setRetriedAs(trx, keyOf('open'), idOf('two')), changed('open')],
  [
    'usage is recorded of one limit',
    (trx) => recordUsage(trx, 'x', limit, at),
    [`+ quota_usage x, p, l, r, ${DAY}`],
  ],
  [
    'old usage is deleted',
    (trx) => deleteOldUsage(trx, at, 10),
    ['x', 'y'].map((of) => `- quota_usage ${of}, p, l, old, 2020-01-01`),
  ],
  [
    'a crossing is noted, of one limit',
    (trx) => noteCrossings(trx, 'x', limit, at),
    ['+ notice x, quota-usage, p/l/r', '~ quota_limit x, p, l, r'],
  ],
  [
    'a crossing downwards is noted without a notice',
    async (trx) => {
      await trx.updateTable('quota_limit').set({ noted_percent: 95 }).execute()
      await trx
        .updateTable('quota_limit')
        .set({ noted_percent: 0 })
        .where('provider_key', '<>', 'p')
        .execute()
      await noteCrossings(trx, 'x', limit, at)
      const { noted_percent } = await trx
        .selectFrom('quota_limit')
        .select('noted_percent')
        .where('subscription_id', '=', 'x')
        .where('provider_key', '=', 'p')
        .where('location_key', '=', 'l')
        .where('resource_key', '=', 'r')
        .executeTakeFirstOrThrow()
      expect(noted_percent).toBe(80)
      await trx.updateTable('quota_limit').set({ noted_percent: 0 }).execute()
    },
    [],
  ],
  [
    'a crossing is noted without a notice where nobody gets one',
    (trx) => noteCrossings(trx, 'y', limit, at),
    ['~ quota_limit y, p, l, r'],
  ],
  [
    'a provider is deleted with what it has',
    (trx) => catalogue.deleteProvider(trx, 'p'),
    ['- quota_endpoint p', '- quota_provider p', '- quota_resource p, r', '- quota_resource p, s'],
  ],
  [
    'resources of a provider are deleted',
    (trx) => catalogue.clearResources(trx, 'p'),
    ['- quota_resource p, r', '- quota_resource p, s'],
  ],
  ['an endpoint is deleted', (trx) => catalogue.deleteEndpoint(trx, 'p'), ['- quota_endpoint p']],
])('%s', async (_what, change, expected) => {
  expect(await tryChange(database.db, names, change)).toEqual(expected)
})

test('a request is deleted once it is old and all of it ended long ago', async () => {
  const trx = await database.db.startTransaction().execute()
  await trx.deleteFrom('quota_sub_request').execute()
  await trx.deleteFrom('quota_request').execute()
  const ended = (ended_at: Date) => ({ state: 'Invalid', ended_at })
  const old = addMs(earlier, -60_000)
  await insertRows(trx, {
    quota_request: [
      request('x', 'one', old),
      request('y', 'one', old),
      request('x', 'late', old),
      request('x', 'open', old),
      request('x', 'new', at),
    ],
    quota_sub_request: [
      subRequest('x', 'one', 'accepted', ended(old)),
      subRequest('x', 'one', 'open', ended(old)),
      subRequest('y', 'one', 'accepted'),
      subRequest('x', 'late', 'accepted', ended(at)),
      subRequest('x', 'open', 'open'),
    ],
  })
  expect(await deleteEndedRequests(trx as never, earlier, 10)).toBe(1)
  const left = await trx.selectFrom('quota_request').select(['subscription_id', 'id']).execute()
  const subRequests = await trx.selectFrom('quota_sub_request').select('subscription_id').execute()
  const shown = left.map((row) => `${row.subscription_id}, ${names.get(row.id)}`)
  expect(shown.sort()).toEqual(['x, late', 'x, new', 'x, open', 'y, one'])
  expect(subRequests.map((row) => row.subscription_id).sort()).toEqual(['x', 'x', 'y'])
  await trx.rollback().execute()
})
