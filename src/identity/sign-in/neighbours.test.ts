import { beforeAll, expect, test } from 'vitest'
import { combine, toHash, tryChange } from '../../../test/support/database/neighbours.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertRows } from '../../../test/support/world/samples.ts'
import { insertPerson, type Person } from '../../../test/support/world/world.ts'
import type { Trx } from '../../platform/db/connect.ts'
import { addMs, systemRealTime } from '../../platform/time.ts'
import * as store from './store.ts'

const database = useDatabase()
const names = new Map<string, string>()
const at = systemRealTime()
const [earlier, later] = [addMs(at, -60_000), addMs(at, 60_000)]
let ada: Person
let bob: Person

const KINDS = {
  open: {},
  mailed: { is_mailed: true },
  'sign-in': { signs_in: true },
  used: { used_at: at },
  'used mailed': { is_mailed: true, used_at: at },
  'used sign-in': { signs_in: true, used_at: at },
}

/** Two people with a password and links of each kind, which the other one has made. */
beforeAll(async () => {
  const { db } = database
  ada = await insertPerson(db, 'ada')
  bob = await insertPerson(db, 'bob')
  for (const { id, name } of [ada, bob]) names.set(id, name)
  const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[]
  const links = combine({ to: [ada, bob], kind: kinds }).map(({ to, kind }) => {
    const made_by = to === ada ? bob.id : ada.id
    const hash = toHash(`${kind} of ${to.name}`)
    const time = { created_at: earlier, expires_at: later }
    return { account_id: to.id, made_by, hash, ...time, ...KINDS[kind] }
  })
  const expired = { account_id: ada.id, created_at: earlier, expires_at: earlier }
  await insertRows(db, {
    account_password: [ada, bob].map(({ id }) => {
      return { account_id: id, hash: toHash(''), salt: toHash(''), updated_at: at }
    }),
    one_use_link: [...links, { ...expired, hash: toHash('expired') }],
  })
})

const linksOf = (name: string, ...kinds: string[]) =>
  kinds.map((kind) => `- one_use_link ${kind} of ${name}`)

test.each<[string, (trx: Trx) => Promise<unknown>, string[]]>([
  ['a password is deleted', (trx) => store.deletePassword(trx, ada.id), ['- account_password ada']],
  [
    'open links are deleted',
    (trx) => store.deleteOpenLinks(trx, ada.id),
    ['- one_use_link expired', ...linksOf('ada', 'mailed', 'open', 'sign-in')],
  ],
  [
    'open mailed links are deleted',
    (trx) => store.deleteOpenMailedLinks(trx, ada.id),
    linksOf('ada', 'mailed'),
  ],
  [
    'open sign-in links are deleted',
    (trx) => store.deleteOpenSignInLinks(trx, ada.id),
    linksOf('ada', 'sign-in'),
  ],
  [
    'open links that somebody has made are deleted',
    (trx) => store.deleteOpenLinksMadeBy(trx, ada.id),
    linksOf('bob', 'mailed', 'open', 'sign-in'),
  ],
  [
    'a link is used',
    (trx) => store.useLink(trx, 'password', toHash('open of ada'), at),
    ['~ one_use_link open of ada'],
  ],
  [
    'a link is not used for another purpose',
    async (trx) => {
      await store.useLink(trx, 'password', toHash('sign-in of ada'), at)
      await store.useLink(trx, 'sign-in-link', toHash('open of ada'), at)
    },
    [],
  ],
  [
    'a link is not used twice',
    (trx) => store.useLink(trx, 'password', toHash('used of ada'), addMs(at, 1)),
    [],
  ],
  [
    'a link is not used when it has expired',
    (trx) => store.useLink(trx, 'password', toHash('open of ada'), later),
    [],
  ],
  [
    'links that have expired are deleted',
    (trx) => store.deleteExpiredLinks(trx, at, 10),
    ['- one_use_link expired'],
  ],
  ['bearers of somebody end', (trx) => store.endBearers(trx, ada.id, at), ['~ account ada']],
])('%s', async (_what, change, expected) => {
  expect(await tryChange(database.db, names, change)).toEqual(expected)
})

test('a link is found by its value and kind, until it is used or expires', async () => {
  const find = (kind: store.LinkKind, name: string, now = at) =>
    store.findLink(database.db, kind, toHash(name), now)
  expect(await find('password', 'open of ada')).toBe(ada.id)
  expect(await find('password', 'open of bob')).toBe(bob.id)
  expect(await find('sign-in-link', 'sign-in of ada')).toBe(ada.id)
  expect(await find('password', 'sign-in of ada')).toBe(undefined)
  expect(await find('password', 'used of ada')).toBe(undefined)
  expect(await find('password', 'open of ada', later)).toBe(undefined)
})

test('an account is found by its name, address or id alone', async () => {
  const { db } = database
  for (const { id, name, email } of [ada, bob]) {
    expect((await store.findByLogin(db, name))?.id).toBe(id)
    expect((await store.findByLogin(db, email))?.id).toBe(id)
    expect((await store.findSignInAccount(db, id))?.id).toBe(id)
  }
})
