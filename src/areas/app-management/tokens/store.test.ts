import { beforeAll, expect, test } from 'vitest'
import { tryChange } from '../../../../test/support/database/neighbours.ts'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { insertRows, insertToken } from '../../../../test/support/world/samples.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  makeApp,
  type Person,
} from '../../../../test/support/world/world.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { addMs, systemProductTime } from '../../../platform/time.ts'
import { endIdleTokens } from './idle/store.ts'
import { setLife } from './life/store.ts'
import * as store from './store.ts'
import { takeExpiring } from './warnings/store.ts'

const database = useDatabase()
const names = new Map<string, string>()
const at = systemProductTime()
const DAY_MS = 86_400_000
const [earlier, later] = [addMs(at, -DAY_MS), addMs(at, DAY_MS)]
let ada: Person
let bob: Person
let one: { id: string; name: string }
let app: { id: string }

type Changes = Partial<{
  last_used_at: Date
  created_at: Date
  expires_at: Date
  expiry_warned_at: Date
  maker_home_id: string
  maker_id: string
}>
type Sample = Parameters<typeof insertToken>[1]

/** Under the name of its home and its own: what has the same name has the same id in each home. */
async function addToken(name: string, sample: Sample, changes: Changes = {}): Promise<void> {
  const { db } = database
  const known = [...names].find(([, given]) => given === name)?.[0]
  const { id } = await insertToken(db, sample)
  if (!known) names.set(id, name)
  await db
    .updateTable('api_token')
    .set({ ...changes, id: known ?? id })
    .where('id', '=', id)
    .execute()
}

const idOf = (name: string) =>
  [...names].find(([, given]) => given === name)?.[0] ?? expect.unreachable()

/** Two people with tokens of the same ids, in all homes. */
beforeAll(async () => {
  const { db } = database
  ada = await insertPerson(db, 'ada')
  bob = await insertPerson(db, 'bob')
  one = await insertOrganization(db, { [ada.id]: 'admin', [bob.id]: 'member' }, 'one')
  const two = await insertOrganization(db, { [bob.id]: 'admin', [ada.id]: 'member' }, 'two')
  app = await insertApp(db, two, { [ada.id]: 'developer' }, 'app')
  const viewed = await insertApp(db, two, { [ada.id]: 'viewer', [bob.id]: 'developer' }, 'viewed')
  // The app of another organization with the same id.
  const { rows } = makeApp(one)
  const member = { owner_id: one.id, app_id: viewed.id, account_id: ada.id, joined_at: at }
  await insertRows(db, {
    app: rows.app.map((row) => ({ ...row, id: viewed.id })),
    app_member: [{ ...member, role: 'developer' }],
  })
  for (const { id, name } of [ada, bob, one, two]) names.set(id, name)
  await db.deleteFrom('api_token').execute()
  await db.updateTable('account').set({ token_count: 9 }).execute()
  for (const homeId of [ada.id, bob.id]) {
    await addToken('first', { homeId })
    await addToken('second', { homeId })
    await addToken('revoked', { homeId, revokedAt: at })
  }
  const createdBy = ada.id
  await addToken('of one', { kind: 'org', homeId: one.id, createdBy })
  await addToken('of one by bob', { kind: 'org', homeId: one.id, createdBy: bob.id })
  await addToken('of two', { kind: 'org', homeId: two.id, createdBy })
  await addToken('of app', { kind: 'app', homeId: two.id, appId: app.id, createdBy })
  await addToken('of viewed', { kind: 'app', homeId: two.id, appId: viewed.id, createdBy })
})

const endOf = (scope: Partial<store.TokenScope>) => (trx: Trx) =>
  store.endTokens(trx, { homeId: ada.id, ...scope }, at)

test.each<[string, (trx: Trx) => Promise<unknown>, string[]]>([
  [
    'all of a home end',
    (trx) => endOf({})(trx),
    ['~ api_token ada, first', '~ api_token ada, second'],
  ],
  ['one ends', (trx) => endOf({ id: idOf('first') })(trx), ['~ api_token ada, first']],
  [
    'those of one creator end',
    (trx) => endOf({ homeId: one.id, createdBy: bob.id })(trx),
    ['~ api_token one, of one by bob'],
  ],
  [
    'those of one app end',
    (trx) => endOf({ homeId: idOf('two'), appId: app.id })(trx),
    ['~ api_token two, of app'],
  ],
  ['those of another kind do not end', (trx) => endOf({ kind: 'app' })(trx), []],
  ['one that was revoked does not end again', (trx) => endOf({ id: idOf('revoked') })(trx), []],
  [
    'some end, and no other with the same id',
    (trx) => {
      const keys = ['first', 'revoked'].map((name) => ({ homeId: ada.id, id: idOf(name) }))
      return store.endTokensByKey(trx, keys, later)
    },
    ['~ api_token ada, first'],
  ],
  ['a count is raised', (trx) => store.raiseTokenCount(trx, ada.id, 10), ['~ account ada']],
  ['a count is not raised above the limit', (trx) => store.raiseTokenCount(trx, ada.id, 9), []],
  [
    'a count is lowered',
    (trx) => store.lowerTokenCounts(trx, [{ homeId: one.id, id: one.id, createdBy: ada.id }]),
    ['~ account ada'],
  ],
  [
    'counts of two are lowered by what each had',
    async (trx) => {
      const ended = [ada, bob, ada].map(({ id }) => ({ homeId: one.id, id, createdBy: id }))
      await store.lowerTokenCounts(trx, ended)
      const rows = await trx.selectFrom('account').select(['name', 'token_count']).execute()
      const counts = rows.map(({ name, token_count }) => [name, token_count])
      expect(counts.sort()).toEqual([
        ['ada', 7],
        ['bob', 8],
      ])
    },
    ['~ account ada', '~ account bob'],
  ],
  [
    'the longest life of one organization is set',
    (trx) => setLife(trx, one.id, { longestDays: 30, defaultDays: null }),
    ['~ organization one'],
  ],
])('%s', async (_what, change, expected) => {
  expect(await tryChange(database.db, names, change)).toEqual(expected)
})

test('what an account can act with is what it created and was not revoked', async () => {
  await database.db.transaction().execute(async (trx) => {
    const list = async (which: 'own' | 'all') => {
      const keys = await store.listLiveTokensOf(trx, ada.id, which as 'own')
      return keys.map(({ homeId, id }) => `${names.get(homeId)}, ${names.get(id)}`).sort()
    }
    expect(await list('own')).toEqual(['ada, first', 'ada, second'])
    expect(await list('all')).toEqual([
      'ada, first',
      'ada, second',
      'one, of one',
      'two, of app',
      'two, of two',
      'two, of viewed',
    ])
  })
})

test('tokens that came of one are found as far as the account can revoke them', async () => {
  const trx = await database.db.startTransaction().execute()
  const make = async (home: string, name: string, maker: string, makerHome = ada.id) => {
    const by = { maker_home_id: makerHome, maker_id: idOf(maker) }
    const key = trx.updateTable('api_token').set(by).where('id', '=', idOf(name))
    await key.where('home_id', '=', home).execute()
  }
  const two = idOf('two')
  await make(ada.id, 'second', 'first')
  await make(one.id, 'of one', 'second')
  await make(two, 'of two', 'first')
  await make(two, 'of app', 'first')
  await make(two, 'of viewed', 'first')
  // The same ids in the home of another one.
  await make(bob.id, 'second', 'first', bob.id)
  await make(one.id, 'of one by bob', 'second', bob.id)
  const keys = await store.listDescendants(trx, { homeId: ada.id, id: idOf('first') }, ada.id)
  const found = keys.map(({ homeId, id }) => `${names.get(homeId)}, ${names.get(id)}`)
  expect(found.sort()).toEqual(['ada, second', 'one, of one', 'two, of app'])
  await trx.rollback().execute()
})

test('a revoked token is deleted when it is old, and when nothing that it made is left', async () => {
  const trx = await database.db.startTransaction().execute()
  await trx
    .updateTable('api_token')
    .set({ revoked_at: earlier })
    .where('id', '=', idOf('revoked'))
    .execute()
  await trx
    .updateTable('api_token')
    .set({ maker_home_id: ada.id, maker_id: idOf('revoked'), revoked_at: at })
    .where('home_id', '=', bob.id)
    .where('id', '=', idOf('first'))
    .execute()
  const deleted = await store.deleteRevokedTokens(trx as never, at, 10)
  const left = await trx
    .selectFrom('api_token')
    .select('home_id')
    .where('id', '=', idOf('revoked'))
    .execute()
  expect([deleted, left.map(({ home_id }) => names.get(home_id))]).toEqual([1, ['ada']])
  await trx.rollback().execute()
})

test('a token that is idle ends, unless it was used or revoked meanwhile', async () => {
  const change = async (trx: Trx) => {
    const set = (name: string, last_used_at: Date) =>
      trx
        .updateTable('api_token')
        .set({ last_used_at, created_at: earlier })
        .where('id', '=', idOf(name))
        .execute()
    await set('first', addMs(earlier, -1))
    await set('revoked', addMs(earlier, -1))
    await set('second', at)
    // Not among those that were found.
    const other = await insertToken(trx, { homeId: ada.id })
    names.set(other.id, 'other')
    await set('other', addMs(earlier, -1))
    const keys = ['first', 'second', 'revoked'].map((name) => ({ homeId: ada.id, id: idOf(name) }))
    const ended = await endIdleTokens(trx, keys, { before: earlier, at: later })
    expect(ended.map(({ homeId, id }) => [names.get(homeId), names.get(id)])).toEqual([
      ['ada', 'first'],
    ])
    const rows = await trx
      .selectFrom('api_token')
      .select(['home_id', 'id'])
      .where('revoked_at', '=', later)
      .execute()
    expect(rows).toEqual([{ home_id: ada.id, id: idOf('first') }])
  }
  await tryChange(database.db, names, change)
})

test('of what expires soon, the owner is warned once, if it lived long and still works', async () => {
  const trx = await database.db.startTransaction().execute()
  const soon = (n: number) => addMs(at, n * 60_000)
  const set = (home: string, name: string, changes: Changes) =>
    trx
      .updateTable('api_token')
      .set({ created_at: addMs(at, -30 * DAY_MS), ...changes })
      .where('home_id', '=', home)
      .where('id', '=', idOf(name))
      .execute()
  await set(ada.id, 'first', { expires_at: addMs(at, -1) })
  await set(ada.id, 'revoked', { expires_at: soon(1) })
  await set(ada.id, 'second', { expires_at: soon(2), expiry_warned_at: earlier })
  await set(bob.id, 'first', { expires_at: soon(3), created_at: at })
  await set(bob.id, 'second', { expires_at: soon(4) })
  await set(one.id, 'of one', { expires_at: later })
  const take = async () => {
    const taken = await takeExpiring(trx, at, soon(10), DAY_MS)
    return taken && [names.get(taken.createdBy), names.get(taken.id)]
  }
  expect(await take()).toEqual(['bob', 'second'])
  expect(await take()).toBe(undefined)
  await trx.rollback().execute()
})
