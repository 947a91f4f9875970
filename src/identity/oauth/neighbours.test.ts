import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { combine, toHash, tryChange } from '../../../test/support/database/neighbours.ts'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import { insertRows } from '../../../test/support/world/samples.ts'
import { insertPerson, type Person } from '../../../test/support/world/world.ts'
import type { Db, Trx } from '../../platform/db/connect.ts'
import { addMs, systemRealTime } from '../../platform/time.ts'
import * as own from '../own-sign-ins/store.ts'
import { deleteOldRefreshTokens } from './refresh-tokens/store.ts'
import * as store from './store.ts'

const database = useDatabase()
const names = new Map<string, string>()
const at = systemRealTime()
const [earlier, later] = [addMs(at, -60_000), addMs(at, 60_000)]
const [KEY, OTHER_KEY] = [randomUUID(), randomUUID()]
const use = { last_used_at: at, last_used_from: '192.0.2.1', browser: 'Firefox' }
let ada: Person
let bob: Person

/** Two people, each with two sessions and two grants; of each grant a code and refresh tokens of two clients. */
beforeAll(async () => {
  const { db } = database
  ada = await insertPerson(db, 'ada')
  bob = await insertPerson(db, 'bob')
  for (const { id, name } of [ada, bob]) names.set(id, name)
  names.set(KEY, 'key')
  const record = { sealed: Buffer.from(''), expires_at: later }
  const kinds = ['Session', 'Grant', 'AuthorizationCode', 'RefreshToken'] as const
  const all = combine({ who: [ada, bob], nth: ['1', '2'], kind: kinds })
  const records = all.map(({ who, nth, kind }) => {
    const isOfGrant = kind === 'AuthorizationCode' || kind === 'RefreshToken'
    // The same in both kinds: only the kind tells them apart.
    const name = kind === 'AuthorizationCode' ? 'RefreshToken' : kind
    return {
      ...record,
      kind,
      id_hash: toHash(`${name} ${nth} of ${who.name}`),
      grant_hash: isOfGrant ? toHash(`Grant ${nth} of ${who.name}`) : null,
      uid_hash: kind === 'Grant' ? null : toHash(`uid ${nth} of ${who.name}`),
      account_id: who.id,
      client_id: kind === 'RefreshToken' ? `client ${nth}` : null,
    }
  })
  const expired = { ...record, id_hash: toHash('expired'), expires_at: earlier }
  const consumed = { ...record, id_hash: toHash('consumed'), consumed_at: earlier }
  const like = { ...record, kind: 'Like', id_hash: toHash('Grant 1 of ada') }
  const ofOther = { id_hash: toHash('RefreshToken 1 of ada'), grant_hash: toHash('Grant 2 of ada') }
  const keys = [KEY, OTHER_KEY].map((id) => {
    const key = { public_jwk: '{}', sealed_private_jwk: Buffer.from(''), created_at: at }
    return { id, ...key, starts_at: at }
  })
  await insertRows(db, {
    oauth_record: [
      ...records,
      { ...expired, kind: 'Session' },
      { ...consumed, kind: 'AuthorizationCode' },
      like,
      { ...like, ...ofOther },
    ],
    oauth_signing_key: keys,
    ended_session: [ada, bob].map(({ id }) => {
      return { account_id: id, id: randomUUID(), ended_at: at, expires_at: later }
    }),
  })
})

const changed = (mark: string, kind: string, name: string) =>
  `${mark} oauth_record ${kind}, ${name}`
const ofGrant = (nth: number) => [
  changed('-', 'AuthorizationCode', `RefreshToken ${nth} of ada`),
  changed('-', 'RefreshToken', `RefreshToken ${nth} of ada`),
]

test.each<[string, (trx: Trx) => Promise<unknown>, string[]]>([
  [
    'a record is consumed',
    (trx) => store.consumeRecord(trx, 'AuthorizationCode', toHash('RefreshToken 1 of ada'), at),
    [changed('~', 'AuthorizationCode', 'RefreshToken 1 of ada')],
  ],
  [
    'a record is not consumed twice',
    (trx) => store.consumeRecord(trx, 'AuthorizationCode', toHash('consumed'), at),
    [],
  ],
  [
    'a record is deleted',
    (trx) => store.deleteRecord(trx, 'AuthorizationCode', toHash('RefreshToken 1 of ada')),
    [changed('-', 'AuthorizationCode', 'RefreshToken 1 of ada')],
  ],
  [
    'records of one kind of a grant are deleted',
    (trx) => store.deleteRecordsOfGrant(trx, 'RefreshToken', toHash('Grant 1 of ada')),
    [changed('-', 'RefreshToken', 'RefreshToken 1 of ada')],
  ],
  [
    'the grant of a record is deleted with what came of it',
    (trx) =>
      store.deleteGrantOfRecord(trx, 'AuthorizationCode', toHash('RefreshToken 1 of ada'), at),
    [changed('-', 'Grant', 'Grant 1 of ada'), ...ofGrant(1)],
  ],
  [
    'a grant is deleted',
    (trx) => store.deleteGrant(trx, toHash('Grant 1 of ada'), at),
    [changed('-', 'Grant', 'Grant 1 of ada')],
  ],
  [
    'a session is deleted',
    (trx) => store.deleteSession(trx, toHash('uid 1 of ada')),
    [changed('-', 'Session', 'Session 1 of ada')],
  ],
  [
    'everything of somebody is deleted',
    (trx) => store.deleteRecordsOfAccount(trx, ada.id),
    [1, 2].flatMap((nth) => [
      changed('-', 'Grant', `Grant ${nth} of ada`),
      changed('-', 'Session', `Session ${nth} of ada`),
      ...ofGrant(nth),
    ]),
  ],
  [
    'records that have expired are deleted',
    (trx) => store.deleteExpired('oauth_record')(trx, at, 10),
    [changed('-', 'Session', 'expired')],
  ],
  [
    'ended sessions stay until they expire',
    (trx) => store.deleteExpired('ended_session')(trx, at, 10),
    [],
  ],
  [
    'a signing key starts later',
    (trx) => store.setSigningKeyStart(trx, KEY, later),
    ['~ oauth_signing_key key'],
  ],
  [
    'a signing key is deleted',
    (trx) => store.deleteSigningKey(trx, KEY),
    ['- oauth_signing_key key'],
  ],
  [
    'a use of a session is noted',
    (trx) => own.noteSessionUse(trx, toHash('uid 1 of ada'), use),
    [changed('~', 'Session', 'Session 1 of ada')],
  ],
  [
    'a use of a grant is noted',
    (trx) => own.noteGrantUse(trx, toHash('Grant 1 of ada'), use),
    [changed('~', 'Grant', 'Grant 1 of ada')],
  ],
  [
    'grants of somebody end with what was issued under them',
    (trx) =>
      own.endGrants(
        trx,
        ada.id,
        ['ada', 'bob'].map((who) => toHash(`Grant 1 of ${who}`)),
        at,
      ),
    [changed('-', 'Grant', 'Grant 1 of ada'), ...ofGrant(1)],
  ],
  [
    'everything of somebody ends but what is kept',
    (trx) => {
      const kept = { sessions: [toHash('uid 2 of ada')], grants: [toHash('Grant 2 of ada')] }
      return own.endAllBut(trx, ada.id, kept, at)
    },
    [
      changed('-', 'Grant', 'Grant 1 of ada'),
      changed('-', 'Session', 'Session 1 of ada'),
      ...ofGrant(1),
    ],
  ],
])('%s', async (_what, change, expected) => {
  const changes = await tryChange(database.db, names, change)
  // Told by the tests of access tokens: here their ids would be new ones.
  const records = changes.filter((line) => !line.startsWith('+ ended_session'))
  expect(records).toEqual([...expected].sort())
})

/** Refresh tokens of one grant, the first one the oldest. */
async function addTokens(db: Db, grant: string, tokens: string[], changes: object = {}) {
  const common = { account_id: ada.id, client_id: 'app', sealed: Buffer.from('') }
  const granted = { ...common, kind: 'Grant', id_hash: toHash(grant), expires_at: later }
  await insertRows(db, {
    oauth_record: [
      granted,
      ...tokens.map((token, nth) => {
        const row = { ...common, kind: 'RefreshToken', id_hash: toHash(token), ...changes }
        return { ...row, grant_hash: toHash(grant), expires_at: addMs(later, nth) }
      }),
    ],
  })
}

test('the oldest refresh tokens go, of one person and client, with the grants that nothing else is left of', async () => {
  const { db } = database
  await addTokens(db, 'old', ['old 1'])
  await addTokens(db, 'used', ['used 1', 'used 2', 'used 3'], { consumed_at: at })
  await addTokens(db, 'both', ['both 1', 'both 2', 'both 3', 'both 4'])
  await addTokens(db, 'of bob', ['bob 1', 'bob 2', 'bob 3', 'bob 4'], { account_id: bob.id })
  await addTokens(db, 'of other', ['other 1', 'other 2', 'other 3'], { client_id: 'other' })
  // A grant that was used up keeps a token that is not live, and a code is no refresh token.
  await addTokens(db, 'mixed', ['mixed 1'])
  await addTokens(db, 'code', ['code 1', 'code 2', 'code 3', 'code 4'], { kind: 'Code' })
  const consumed = { account_id: ada.id, client_id: 'app', sealed: Buffer.from('') }
  await insertRows(db, {
    oauth_record: [
      {
        ...consumed,
        kind: 'RefreshToken',
        id_hash: toHash('mixed used'),
        grant_hash: toHash('mixed'),
        consumed_at: at,
        expires_at: addMs(later, 9),
      },
      {
        ...consumed,
        kind: 'Code',
        id_hash: toHash('code of old'),
        grant_hash: toHash('old'),
        expires_at: later,
      },
      { ...consumed, kind: 'Like', id_hash: toHash('old'), expires_at: later },
    ],
  })
  const change = (trx: Trx) => deleteOldRefreshTokens(trx, ada.id, 'app', { live: 3, used: 2 })
  expect(await tryChange(db, names, change)).toEqual([
    changed('-', 'Grant', 'mixed'),
    changed('-', 'Grant', 'old'),
    changed('-', 'RefreshToken', 'both 1'),
    changed('-', 'RefreshToken', 'mixed 1'),
    changed('-', 'RefreshToken', 'old 1'),
    changed('-', 'RefreshToken', 'used 1'),
    changed('-', 'RefreshToken', 'used 2'),
  ])
})

test('a record is found by its kind and one of its hashes, until it expires', async () => {
  const { db } = database
  const find = async (kind: string, key: object, now = at) =>
    (await store.findRecord(db, kind, key, now))?.id_hash.toString().replaceAll('\0', '')
  for (const nth of [1, 2]) {
    const code = { id_hash: toHash(`RefreshToken ${nth} of bob`) }
    expect(await find('AuthorizationCode', code)).toBe(`RefreshToken ${nth} of bob`)
    expect(await find('Session', { uid_hash: toHash(`uid ${nth} of bob`) })).toBe(
      `Session ${nth} of bob`,
    )
  }
  expect(await find('AuthorizationCode', { id_hash: toHash('Grant 1 of ada') })).toBe(undefined)
  expect(await find('Session', { id_hash: toHash('expired') })).toBe(undefined)
})

test('a record is stored for one account, as long as it was not signed out meanwhile', async () => {
  const { db } = database
  const record = { kind: 'Grant', id_hash: toHash('new'), sealed: Buffer.from('') }
  const put = (expected: Parameters<typeof store.putRecordOf>[3]) =>
    tryChange(db, names, (trx) => store.putRecordOf(trx, ada.id, record, expected))
  await db.updateTable('account').set({ tokens_valid_after: at }).where('id', '=', ada.id).execute()
  const added = [changed('+', 'Grant', 'new')]
  expect(await put({ exactly: at })).toEqual(added)
  expect(await put({ atMost: at })).toEqual(added)
  expect(await put({ exactly: null })).toEqual([])
  expect(await put({ exactly: earlier })).toEqual([])
  expect(await put({ atMost: earlier })).toEqual([])
  await db.transaction().execute(async (trx) => {
    const isAsExpected = (exactly: Date | null) =>
      store.shareAccountAsExpected(trx, ada.id, { exactly } as { exactly: typeof at })
    expect(await isAsExpected(at)).toBe(true)
    expect(await isAsExpected(null)).toBe(false)
  })
})
