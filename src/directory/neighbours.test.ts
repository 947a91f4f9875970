import { beforeAll, expect, test } from 'vitest'
import { combine, toHash, tryChange } from '../../test/support/database/neighbours.ts'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { insertClient } from '../../test/support/http/signed-in.ts'
import { insertRows } from '../../test/support/world/samples.ts'
import { insertOrganization, insertPerson, type Person } from '../../test/support/world/world.ts'
import type { Trx } from '../platform/db/connect.ts'
import { addMs, systemProductTime } from '../platform/time.ts'
import * as registry from './accounts/names/store.ts'
import * as accounts from './accounts/store.ts'
import { recordAudit } from './audit.ts'
import * as repeats from './repeats/store.ts'
import { readSecondFactorState } from './step-up/store.ts'
import * as subscriptions from './subscriptions/store.ts'

const database = useDatabase()
const names = new Map<string, string>()
const at = systemProductTime()
const [earlier, later] = [addMs(at, -60_000), addMs(at, 60_000)]
const SESSIONS = [crypto.randomUUID(), crypto.randomUUID()]
const [SESSION = '', OTHER_SESSION = ''] = SESSIONS
let ada: Person
let bob: Person

/** Two people, and two of everything that they share names with. */
beforeAll(async () => {
  const { db } = database
  ada = await insertPerson(db, 'ada')
  bob = await insertPerson(db, 'bob')
  const members = [ada.id, bob.id]
  const { id: organization_id } = await insertOrganization(db, { [ada.id]: 'member' })
  for (const { id, name } of [ada, bob]) names.set(id, name)
  const time = { created_at: at, updated_at: at }
  await db.deleteFrom('account_identity').execute()
  await db
    .updateTable('organization')
    .set({ requires_second_factor: true })
    .where('id', '=', organization_id)
    .execute()
  await insertRows(db, {
    account_identity: [
      ['a', '1', ada, ada],
      ['a', '2', bob, ada],
      ['a', '3', ada, bob],
      ['b', '1', bob, bob],
      ['b', '2', ada, bob],
      ['c', '1', ada, bob],
    ].map(([issuer, subject, of, by]) => ({
      ...{ issuer: issuer as string, subject: subject as string },
      ...{ account_id: (of as Person).id, linked_by: (by as Person).id },
      logged_out_at: issuer === 'a' ? at : null,
    })),
    subscription: ['x', 'y'].map((id) => ({ id, organization_id, display_name: id, ...time })),
    subscription_member: combine({ subscription_id: ['x', 'y'], principal_id: members }).map(
      (row) => {
        const isOwner = row.subscription_id === 'x' && row.principal_id === ada.id
        return { ...row, role: isOwner ? ('owner' as const) : ('reader' as const), created_at: at }
      },
    ),
    request_key: combine({ scope_id: ['x', 'y'], digest: [toHash('1'), toHash('2')] }).map(
      (key) => ({ ...key, body_digest: toHash(''), created_id: '1', created_at: at }),
    ),
    freed_name: ['freed', 'kept'].map((key) => {
      const freed_at = key === 'freed' ? earlier : later
      return { key, owner_id: ada.id, freed_at }
    }),
    ended_session: [{ account_id: ada.id, id: SESSION, ended_at: at, expires_at: later }],
    passkey: [
      {
        ...{ credential_id: Buffer.from('key'), account_id: ada.id, public_key: Buffer.from('') },
        ...{ counter: '0', transports: [], name: 'key', created_at: at },
      },
    ],
    totp_secret: [
      {
        ...{ account_id: (await insertPerson(db)).id, sealed_secret: toHash('') },
        ...{ confirmed_at: at, last_used_step: '1' },
      },
    ],
    second_factor_use: combine({ account_id: members, session_id: SESSIONS }).map((use) => {
      const used_at = use.session_id === SESSION ? earlier : at
      return { ...use, method: 'totp', used_at, expires_at: later }
    }),
  })
})

const KEY = { scope_id: 'x', digest: toHash('1') }
const changedKey = ['~ request_key x, 1']

test.each<[string, (trx: Trx) => Promise<unknown>, string[]]>([
  [
    'an account is changed',
    (trx) => accounts.setAccount(trx, ada.id, { display_name: 'Ada' }),
    ['~ account ada'],
  ],
  [
    'an identity is deleted',
    (trx) => accounts.deleteIdentity(trx, 'a', '1', ada.id),
    ['- account_identity a, 1'],
  ],
  [
    'an identity of somebody else is not deleted',
    (trx) => accounts.deleteIdentity(trx, 'a', '1', bob.id),
    [],
  ],
  [
    'identities that somebody linked are deleted',
    (trx) => accounts.deleteIdentitiesLinkedBy(trx, ada.id),
    ['- account_identity a, 1', '- account_identity a, 2'],
  ],
  [
    'a logout is recorded',
    (trx) => accounts.recordLogout(trx, 'b', '1', at),
    ['~ account_identity b, 1'],
  ],
  [
    'a later logout is recorded',
    (trx) => accounts.recordLogout(trx, 'a', '1', later),
    ['~ account_identity a, 1'],
  ],
  ['an earlier logout is not recorded', (trx) => accounts.recordLogout(trx, 'a', '1', earlier), []],
  [
    'an address is changed',
    (trx) => accounts.changeEmail(trx, ada.id, 'new@example.com'),
    ['+ account_email new@example.com', '- account_email ada@example.com'],
  ],
  [
    'a name is changed',
    (trx) => registry.changeName(trx, ada.id, 'new'),
    ['+ owner_name new', '- owner_name ada'],
  ],
  ['a name is released', (trx) => registry.releaseName(trx, ada.id), ['- owner_name ada']],
  [
    'a name is no longer kept',
    (trx) => registry.deleteFreedName(trx, 'Kept'),
    ['- freed_name kept'],
  ],
  [
    'names that were freed long ago are deleted',
    (trx) => registry.deleteNamesFreedBefore(trx, at, 10),
    ['- freed_name freed'],
  ],
  [
    'a member is removed',
    (trx) => subscriptions.deleteMember(trx, 'x', ada.id),
    ['- subscription_member x, ada'],
  ],
  [
    'a key that was used long ago is used again',
    (trx) => {
      const use = { body_digest: toHash(''), created_id: '2', created_at: later }
      return repeats.claimKey(trx, KEY, use, at)
    },
    changedKey,
  ],
  [
    'a key that is in use is not used again',
    (trx) => {
      const use = { body_digest: toHash(''), created_id: '2', created_at: later }
      return repeats.claimKey(trx, KEY, use, earlier)
    },
    [],
  ],
  [
    'what a key made is noted',
    (trx) => repeats.setCreated(trx, KEY, { created_id: '2', created_at: at }),
    changedKey,
  ],
  ['keys stay until they are old', (trx) => repeats.deleteKeys(trx, at, 10), []],
])('%s', async (_what, change, expected) => {
  expect(await tryChange(database.db, names, change)).toEqual(expected)
})

test('an account is found by its id or identity, and its logout by the identity', async () => {
  const { db } = database
  for (const { id } of [ada, bob]) expect((await accounts.findAccount(db, id))?.id).toBe(id)
  expect(await accounts.findIdentity(db, 'a', '1')).toBe(ada.id)
  expect(await accounts.findIdentity(db, 'a', '2')).toBe(bob.id)
  expect(await accounts.findIdentity(db, 'b', '1')).toBe(bob.id)
  expect(await accounts.findIdentity(db, 'b', '2')).toBe(ada.id)
  expect(await accounts.findLogout(db, 'a', '1')).toEqual(at)
  expect(await accounts.findLogout(db, 'b', '1')).toBe(undefined)
  await db
    .updateTable('account_identity')
    .set({ logged_out_at: later })
    .where('subject', '=', '2')
    .execute()
  expect(await accounts.findLogout(db, 'a', '1')).toEqual(at)
  expect(await accounts.findLogout(db, 'a', '2')).toEqual(later)
})

test('what is shared in a transaction is of one account, client, session and member', async () => {
  const { db } = database
  const client = (id: string) =>
    insertClient(db, id, ['implicit'], { principalId: crypto.randomUUID() })
  await client('on')
  await client('off')
  await db.updateTable('oauth_client').set({ disabled_at: at }).where('id', '=', 'off').execute()
  await db.transaction().execute(async (trx) => {
    for (const { id } of [ada, bob]) expect((await accounts.shareAccount(trx, id))?.id).toBe(id)
    const disabledAt = async (id: string) => (await accounts.shareClientState(trx, id))?.disabled_at
    expect([await disabledAt('on'), await disabledAt('off')]).toEqual([null, at])
    const isEnded = (id: string, session: string) => accounts.isSessionEnded(trx, id, session)
    expect(await isEnded(ada.id, SESSION)).toBe(true)
    expect(await isEnded(ada.id, OTHER_SESSION)).toBe(false)
    expect(await isEnded(bob.id, SESSION)).toBe(false)
    const role = (id: string, principalId: string) => subscriptions.shareRole(trx, id, principalId)
    expect(await role('x', ada.id)).toBe('owner')
    expect([await role('y', ada.id), await role('x', bob.id)]).toEqual(['reader', 'reader'])
    expect(await role('x', SESSION)).toBe(undefined)
    const { principal_id } = await trx
      .selectFrom('oauth_client')
      .select('principal_id')
      .where('id', '=', 'on')
      .executeTakeFirstOrThrow()
    expect(await subscriptions.findPrincipalKind(trx, ada.id)).toBe('account')
    expect(await subscriptions.findPrincipalKind(trx, principal_id)).toBe('service')
    expect(await subscriptions.findPrincipalKind(trx, SESSION)).toBe(undefined)
  })
})

test('a change is recorded with who made it, and from where', async () => {
  const trx = await database.db.startTransaction().execute()
  const actor = {
    kind: 'account',
    id: ada.id,
    at,
    source: '192.0.2.1',
    requestId: SESSION,
  } as const
  const change = { scopeId: ada.id, action: 'account.rename', target: 'account' } as never
  await recordAudit(trx, actor, change)
  const rows = await trx.selectFrom('audit').select(['actor_id', 'source', 'request_id']).execute()
  expect(rows).toEqual([{ actor_id: ada.id, source: '192.0.2.1', request_id: SESSION }])
  await trx.rollback().execute()
})

test('a second factor counts for its account and session', async () => {
  const { db } = database
  const read = (id: string, session: string | null) => readSecondFactorState(db, id, session)
  const adas = { isOperator: false, isRequiredByOrganization: true, hasSecondFactor: true }
  const bobs = { isOperator: false, isRequiredByOrganization: false, hasSecondFactor: false }
  expect(await read(ada.id, SESSION)).toEqual({ ...adas, usedAt: earlier })
  expect(await read(ada.id, OTHER_SESSION)).toEqual({ ...adas, usedAt: at })
  expect(await read(bob.id, SESSION)).toEqual({ ...bobs, usedAt: earlier })
  await db
    .updateTable('second_factor_use')
    .set({ used_at: later })
    .where('account_id', '=', bob.id)
    .execute()
  expect(await read(ada.id, SESSION)).toEqual({ ...adas, usedAt: earlier })
  expect(await read(bob.id, SESSION)).toEqual({ ...bobs, usedAt: later })
  expect(await read(ada.id, null)).toEqual({ ...adas, usedAt: null })
})
