import { beforeAll, expect, test } from 'vitest'
import { combine, toHash, tryChange } from '../../../../test/support/database/neighbours.ts'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { insertRows } from '../../../../test/support/world/samples.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  makeApp,
  type Person,
} from '../../../../test/support/world/world.ts'
import type { Trx } from '../../../platform/db/connect.ts'
import { addMs, systemProductTime, systemRealTime } from '../../../platform/time.ts'
import { deleteMembersOfApp } from '../transfer/store.ts'
import * as links from './links/store.ts'
import * as store from './store.ts'

const database = useDatabase()
const names = new Map<string, string>()
const at = systemProductTime()
const realTime = systemRealTime()
const [earlier, later] = [addMs(at, -60_000), addMs(at, 60_000)]
const idOf = (name: string) =>
  [...names].find(([, given]) => given === name)?.[0] ?? expect.unreachable()
const people = {} as Record<'ada' | 'bob' | 'guest', Person>
let one: { id: string; name: string }
let two: { id: string; name: string }
/** Of an app in each of them. */
let appId: string

/** Ada of one and Bob of two have invited Bob and a guest to both organizations and their apps, under the same ids. */
beforeAll(async () => {
  const { db } = database
  for (const name of ['ada', 'bob', 'guest'] as const) people[name] = await insertPerson(db, name)
  const { ada, bob, guest } = people
  one = await insertOrganization(db, { [ada.id]: 'admin', [bob.id]: 'member' }, 'one')
  two = await insertOrganization(db, { [bob.id]: 'admin', [ada.id]: 'collaborator' }, 'two')
  const a = await insertApp(db, one, { [ada.id]: 'manager', [bob.id]: 'viewer' }, 'a')
  await insertApp(db, one, { [ada.id]: 'viewer' }, 'b')
  appId = a.id
  const { rows } = makeApp(two, {}, 'twin')
  await insertRows(db, { app: rows.app.map((row) => ({ ...row, id: a.id })) })
  const joined = { app_id: a.id, joined_at: at }
  await insertRows(db, {
    app_member: [
      { ...joined, owner_id: two.id, account_id: ada.id, role: 'developer' },
      { ...joined, owner_id: two.id, account_id: bob.id, role: 'manager' },
    ],
  })
  for (const { id, name } of [ada, bob, guest, one, two]) names.set(id, name)
  const made = combine({ owner: [one, two], to: [bob, guest], app_id: [a.id, null] })
  const invitations = made.map(({ owner, to, app_id }) => {
    const name = `${to.name} to ${app_id ? 'app' : 'all'}`
    const id = [...names].find(([, given]) => given === name)?.[0] ?? crypto.randomUUID()
    names.set(id, name)
    return {
      owner_id: owner.id,
      id,
      app_id,
      app_role: app_id && ('developer' as const),
      organization_role: 'member' as const,
      email: to.email,
      email_key: to.email,
      invited_by: owner === one ? ada.id : bob.id,
      answer_key: crypto.randomUUID(),
      created_at: addMs(at, names.size),
      expires_at: later,
    }
  })
  const [first] = invitations
  const expired = { ...(first ?? expect.unreachable()), id: crypto.randomUUID() }
  names.set(expired.id, 'expired')
  const old = { email: 'old@example.com', email_key: 'old@example.com', expires_at: earlier }
  await insertRows(db, {
    invitation: [...invitations, { ...expired, ...old, answer_key: crypto.randomUUID() }],
  })
  const mailed = combine({
    owner: [one, two],
    to: ['bob to app', 'guest to app'],
    is_mailed: [true, false],
  })
  await insertRows(db, {
    invitation_link: mailed.map(({ owner, to, is_mailed }) => ({
      hash: toHash(`${is_mailed ? 'mailed' : 'copied'} ${to} of ${owner.name}`),
      owner_id: owner.id,
      invitation_id: idOf(to),
      is_mailed,
      made_by: ada.id,
      expires_at: later,
      made_account_id: bob.id,
      sign_in_until: later,
    })),
  })
})

const rowOf = (name: string) => ({ owner_id: one.id, id: idOf(name) }) as store.InvitationRow
const HASH = toHash('copied bob to app of one')
const MAILED = toHash('mailed bob to app of one')
const CHANGED = '~ invitation_link copied bob to app of one'

test.each<[string, (trx: Trx) => Promise<unknown>, string[]]>([
  [
    'one is changed',
    (trx) => store.setInvitation(trx, rowOf('bob to all'), { expires_at: at }),
    ['~ invitation one, bob to all'],
  ],
  [
    'one is deleted',
    (trx) => store.deleteInvitation(trx, rowOf('bob to all')),
    ['- invitation one, bob to all'],
  ],
  [
    'those to an app are deleted',
    (trx) => store.deleteInvitations(trx, one.id, { appId }),
    ['- invitation one, bob to app', '- invitation one, expired', '- invitation one, guest to app'],
  ],
  [
    'those of a person are deleted',
    (trx) => store.deleteInvitations(trx, one.id, { accountIds: [people.bob.id] }),
    ['- invitation one, bob to all', '- invitation one, bob to app'],
  ],
  [
    'those that have expired are deleted',
    (trx) => store.deleteExpiredInvitations(trx, at, 10),
    ['- invitation one, expired'],
  ],
  [
    'a copied link is deleted',
    (trx) => links.deleteCopiedLink(trx, one.id, idOf('bob to app')),
    ['- invitation_link copied bob to app of one'],
  ],
  ['a link is opened', (trx) => links.claimLink(trx, HASH, toHash('browser')), [CHANGED]],
  [
    'a link is opened again in the same browser',
    async (trx) => {
      await links.claimLink(trx, HASH, toHash('browser'))
      expect(await links.claimLink(trx, HASH, toHash('browser'))).toBe(true)
    },
    [CHANGED],
  ],
  [
    'a link is opened in no other browser',
    async (trx) => {
      await links.claimLink(trx, HASH, toHash('browser'))
      expect(await links.claimLink(trx, HASH, toHash('other'))).toBe(false)
    },
    [CHANGED],
  ],
  ['a mailed link belongs to no browser', (trx) => links.claimLink(trx, MAILED, toHash('x')), []],
  [
    'an account is made with a link',
    (trx) => links.setMadeAccount(trx, HASH, people.guest.id, addMs(realTime, 1)),
    [CHANGED],
  ],
  ['a sign-in with a link ends', (trx) => links.endSignIn(trx, HASH, realTime), [CHANGED]],
  [
    'a sign-in with a link that is over does not end again',
    (trx) => links.endSignIn(trx, HASH, addMs(realTime, 120_000)),
    [],
  ],
  [
    'links that have not expired stay',
    (trx) => links.deleteExpiredInvitationLinks(trx, at, 10),
    [],
  ],
  [
    'guests on an app go with it, unless they are more by now',
    async (trx) => {
      const { guest, bob, ada } = people
      const [dan, eve, fay, gus] = [
        await insertPerson(trx, 'dan'),
        await insertPerson(trx, 'eve'),
        await insertPerson(trx, 'fay'),
        await insertPerson(trx, 'gus'),
      ]
      const three = await insertOrganization(trx, {}, 'three')
      const { rows } = makeApp(three, {}, 'third')
      await insertRows(trx, { app: rows.app.map((row) => ({ ...row, id: appId })) })
      const other = await insertApp(trx, two, {}, 'other')
      const member = { app_id: appId, owner_id: two.id, joined_at: at, role: 'viewer' as const }
      await insertRows(trx, {
        app_member: [
          { ...member, account_id: guest.id },
          { ...member, account_id: eve.id },
          { ...member, owner_id: three.id, account_id: fay.id },
          { ...member, app_id: other.id, account_id: gus.id },
        ],
      })
      await trx.deleteFrom('organization_member').execute()
      const seat = {
        organization_id: one.id,
        joined_at: at,
        is_guest: true,
        role: 'member' as const,
      }
      await insertRows(trx, {
        organization_member: [
          ...[guest, bob, ada, dan, fay, gus].map(({ id }) => ({ ...seat, account_id: id })),
          { ...seat, account_id: eve.id, is_guest: false },
          { ...seat, organization_id: two.id, account_id: guest.id },
        ],
      })
      const moved = { ownerId: one.id, appId }
      expect(await deleteMembersOfApp(trx, moved, two.id)).toEqual([guest.id])
    },
    [],
  ],
])('%s', async (_what, change, expected) => {
  const changes = await tryChange(database.db, names, change)
  const own = changes.filter((line) => / invitation/.test(line))
  expect(own).toEqual([...expected].sort())
})

test('an invitation is found by its owner, app and address, until it expires', async () => {
  const { bob, guest } = people
  await database.db.transaction().execute(async (trx) => {
    const find = async (to: { email: string }, appId: string | null, owner = one) => {
      const key = { ownerId: owner.id, appId, email: to.email }
      const found = await store.findInvitation(trx, key, at)
      return found && [names.get(found.owner_id), names.get(found.id)]
    }
    const [{ app_id = null } = {}] = await store.listReceived(trx, bob.email, at)
    expect(await find(bob, app_id)).toEqual(['one', 'bob to app'])
    expect(await find(bob, null)).toEqual(['one', 'bob to all'])
    expect(await find(guest, null)).toEqual(['one', 'guest to all'])
    expect(await find(bob, app_id, two)).toEqual(['two', 'bob to app'])
    expect(await find({ email: 'old@example.com' }, app_id)).toBe(undefined)
    expect(await find(people.ada, app_id)).toBe(undefined)
    expect(await find(bob, one.id)).toBe(undefined)
  })
})

test('what somebody received tells what its sender is there', async () => {
  const { db } = database
  const tell = (row: Awaited<ReturnType<typeof store.listReceived>>[number] | undefined) =>
    row && [
      names.get(row.id),
      row.owner_name,
      row.app_name,
      row.inviter_name,
      row.inviter_organization_role,
      row.inviter_app_role,
    ]
  expect((await store.listReceived(db, people.bob.email, at)).map(tell)).toEqual([
    ['bob to app', 'one', 'a', 'ada', 'admin', 'manager'],
    ['bob to all', 'one', null, 'ada', 'admin', null],
    ['bob to app', 'two', 'twin', 'bob', 'admin', 'manager'],
    ['bob to all', 'two', null, 'bob', 'admin', null],
  ])
  expect(await store.listReceived(db, 'old@example.com', at)).toEqual([])
  const find = async (ownerId: string, name: string) =>
    tell(await store.findReceived(db, { ownerId, id: idOf(name) }, at))
  expect(await find(two.id, 'guest to app')).toEqual([
    'guest to app',
    'two',
    'twin',
    'bob',
    'admin',
    'manager',
  ])
  expect(await find(one.id, 'guest to all')).toEqual([
    'guest to all',
    'one',
    null,
    'ada',
    'admin',
    null,
  ])
  expect(await store.findReceived(db, { ownerId: two.id, id: idOf('expired') }, at)).toBe(undefined)
})

test('a link is found by its value, until it expires', async () => {
  const { db } = database
  for (const name of ['copied guest to app of two', 'mailed bob to app of one'])
    expect((await links.findLink(db, toHash(name), at))?.hash).toEqual(toHash(name))
  expect(await links.findLink(db, toHash('unknown'), at)).toBe(undefined)
  expect(await links.findLink(db, HASH, later)).toBe(undefined)
})
