import { randomUUID } from 'node:crypto'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { toHash, tryChange } from '../../test/support/database/neighbours.ts'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { insertClient } from '../../test/support/http/signed-in.ts'
import { insertRows, insertToken } from '../../test/support/world/samples.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../test/support/world/world.ts'
import type { Trx } from '../platform/db/connect.ts'
import { openSharedReads } from '../platform/db/shared-read.ts'
import { addMs, systemProductTime } from '../platform/time.ts'
import { type BearerKey, findBearers } from './bearer/store.ts'
import { findOrigins } from './oauth/store.ts'
import * as erasure from './operator/accounts/erasure/store.ts'
import * as clients from './operator/clients/store.ts'
import { findTokens, setLastUsed } from './store.ts'

const database = useDatabase()
const names = new Map<string, string>()
const at = systemProductTime()
const [earlier, later] = [addMs(at, -60_000), addMs(at, 60_000)]
const [SESSION, GRANT] = [randomUUID(), randomUUID()]
const principals = { robot: randomUUID(), spa: randomUUID() }
let ada: Person
let bob: Person

/** Two people, one of whom has a password, ended sessions and roles, and two clients. */
beforeAll(async () => {
  const { db } = database
  ada = await insertPerson(db, 'ada')
  bob = await insertPerson(db, 'bob')
  for (const { id, name } of [ada, bob]) names.set(id, name)
  const { id: organization_id } = await insertOrganization(db)
  const time = { created_at: at, updated_at: at }
  const password = { account_id: ada.id, hash: toHash(''), salt: toHash(''), updated_at: at }
  await insertRows(db, {
    account_password: [password],
    account_identity: [
      { issuer: 'a', subject: '1', account_id: ada.id },
      { issuer: 'a', subject: '2', account_id: bob.id },
      { issuer: 'b', subject: '1', account_id: bob.id },
    ],
    subscription: ['x', 'y'].map((id) => ({ id, organization_id, display_name: id, ...time })),
    ended_session: [SESSION, GRANT].map((id) => {
      return { account_id: ada.id, id, ended_at: at, expires_at: later }
    }),
  })
  await insertClient(db, 'robot', ['client-credentials'], {
    principalId: principals.robot,
    secret: 'secret',
    shownTo: ada.id,
  })
  await insertClient(db, 'spa', ['implicit'], { principalId: principals.spa })
  await insertRows(db, {
    subscription_member: [
      { subscription_id: 'x', principal_id: ada.id, role: 'owner', created_at: at },
      { subscription_id: 'y', principal_id: ada.id, role: 'reader', created_at: at },
      { subscription_id: 'y', principal_id: bob.id, role: 'contributor', created_at: at },
      { subscription_id: 'x', principal_id: principals.robot, role: 'contributor', created_at: at },
    ],
  })
})

test('what stands behind a bearer is told of its account, client, session and subscription', async () => {
  const reads = openSharedReads(database.url)
  onTestFinished(() => reads.close())
  const find = reads.define(findBearers(false))
  const nothing = { accountId: null, identity: null, clientId: null }
  const none = { ...nothing, sessionId: null, grantId: null, subscriptionId: null }
  const tell = async (key: Partial<BearerKey>) => {
    const { account, client, role, isSessionEnded } = await find({ ...none, ...key })
    return [account?.name, account?.hasPassword, client?.principalId, role, isSessionEnded]
  }
  const spa = principals.spa
  const asAda = { accountId: ada.id, clientId: 'spa' }
  const asBob = { accountId: bob.id, clientId: 'spa' }
  expect(await tell({ ...asAda, subscriptionId: 'x' })).toEqual(['ada', true, spa, 'owner', false])
  expect(await tell({ ...asAda, subscriptionId: 'y' })).toEqual(['ada', true, spa, 'reader', false])
  expect(await tell({ ...asBob, subscriptionId: 'x' })).toEqual(['bob', false, spa, null, false])
  expect(await tell({ ...asAda, sessionId: SESSION })).toEqual(['ada', true, spa, null, true])
  expect(await tell({ ...asAda, grantId: GRANT })).toEqual(['ada', true, spa, null, true])
  const other = randomUUID()
  expect(await tell({ ...asAda, sessionId: other })).toEqual(['ada', true, spa, null, false])
  expect(await tell({ ...asAda, grantId: other })).toEqual(['ada', true, spa, null, false])
  expect(await tell({ ...asBob, sessionId: SESSION, grantId: GRANT })).toEqual([
    ...['bob', false, spa],
    ...[null, false],
  ])
  const robot = [undefined, undefined, principals.robot, 'contributor', false]
  expect(await tell({ clientId: 'robot', subscriptionId: 'x' })).toEqual(robot)
  const unknown = [undefined, undefined, undefined, null, false]
  expect(await tell({ clientId: 'unknown', subscriptionId: 'x' })).toEqual(unknown)
  const identify = async (issuer: string, subject: string) =>
    (await tell({ identity: { issuer, subject }, subscriptionId: 'x' })).slice(0, 1)
  expect(await identify('a', '1')).toEqual(['ada'])
  expect(await identify('a', '2')).toEqual(['bob'])
  expect(await identify('b', '1')).toEqual(['bob'])
  expect(await identify('b', '2')).toEqual([undefined])
})

test('what stands behind a token is told of its home and hash', async () => {
  const { db, url } = database
  const reads = openSharedReads(url)
  onTestFinished(() => reads.close())
  const find = reads.define(findTokens)
  const organization = await insertOrganization(db)
  const { id } = await insertToken(db, {
    kind: 'org',
    homeId: organization.id,
    createdBy: ada.id,
  })
  const ofApp = { kind: 'app', homeId: ada.id, createdBy: bob.id } as const
  const { id: idOfApp } = await insertToken(db, ofApp)
  const hashOf = async (tokenId: string) => {
    const row = await db
      .selectFrom('api_token')
      .select('hash')
      .where('id', '=', tokenId)
      .executeTakeFirstOrThrow()
    return row.hash.toString('hex')
  }
  const tell = async (homeId: string, tokenId: string) => {
    const row = await find({ homeId, hash: await hashOf(tokenId) })
    return row && [row.id, row.account?.name, row.account?.hasPassword]
  }
  expect(await tell(ada.id, ada.tokenId)).toEqual([ada.tokenId, 'ada', true])
  expect(await tell(bob.id, bob.tokenId)).toEqual([bob.tokenId, 'bob', false])
  expect(await tell(organization.id, id)).toEqual([id, undefined, undefined])
  expect(await tell(ada.id, idOfApp)).toEqual([idOfApp, undefined, undefined])
  expect(await tell(bob.id, ada.tokenId)).toBe(undefined)
  const unknown = { homeId: ada.id, hash: toHash('unknown').toString('hex') }
  expect(await find(unknown)).toBe(undefined)
})

test('the origin of pages is known while their client is enabled', async () => {
  const { db, url } = database
  const reads = openSharedReads(url)
  onTestFinished(() => reads.close())
  const find = reads.define(findOrigins)
  expect(await find('https://client.example')).toBe(true)
  expect(await find('https://other.example')).toBe(false)
  await db.updateTable('oauth_client').set({ disabled_at: at }).where('id', '=', 'spa').execute()
  expect(await find('https://client.example')).toBe(false)
  await db.updateTable('oauth_client').set({ disabled_at: null }).execute()
})

/** The tokens of Ada and Bob with the same id. */
async function useSameIds(trx: Trx): Promise<void> {
  await trx
    .updateTable('api_token')
    .set({ id: ada.tokenId })
    .where('home_id', '=', bob.id)
    .execute()
}

const usesOf = async (trx: Trx) => {
  const rows = await trx
    .selectFrom('api_token')
    .select(['home_id', 'id', 'last_used_from'])
    .where('last_used_from', 'is not', null)
    .execute()
  return rows.map((row) => [names.get(row.home_id), row.id, row.last_used_from])
}

test('a use of a token is noted of that token, if it is later and was not revoked', async () => {
  const trx = await database.db.startTransaction().execute()
  await useSameIds(trx)
  await insertToken(trx, { homeId: ada.id })
  const revoked = await insertToken(trx, { homeId: ada.id, revokedAt: at })
  const note = (id: string, time: typeof at, address: string) =>
    setLastUsed(trx, [{ homeId: ada.id, id, at: time, address }])
  await note(ada.tokenId, at, '192.0.2.1')
  await note(ada.tokenId, earlier, '192.0.2.2')
  await note(revoked.id, at, '192.0.2.3')
  expect(await usesOf(trx)).toEqual([['ada', ada.tokenId, '192.0.2.1']])
  await note(ada.tokenId, later, '192.0.2.4')
  expect(await usesOf(trx)).toEqual([['ada', ada.tokenId, '192.0.2.4']])
  await trx.rollback().execute()
})

test('addresses of what somebody created are cleared', async () => {
  const trx = await database.db.startTransaction().execute()
  for (const [{ id, tokenId }, address] of [
    [ada, '192.0.2.1'],
    [bob, '192.0.2.2'],
  ] as const)
    await setLastUsed(trx, [{ homeId: id, id: tokenId, at, address }])
  await erasure.clearAddresses(trx, ada.id)
  expect(await usesOf(trx)).toEqual([['bob', bob.tokenId, '192.0.2.2']])
  await trx.rollback().execute()
})

test('invitations to somebody are deleted, also to earlier addresses that nobody else has', async () => {
  const trx = await database.db.startTransaction().execute()
  const organization = await insertOrganization(trx, { [ada.id]: 'admin' })
  await insertApp(trx, organization)
  // Told by the account alone.
  const other = await insertPerson(trx, 'other')
  await trx.deleteFrom('account_email').where('account_id', '=', other.id).execute()
  const addresses = [
    ...[ada.email, bob.email, 'old@example.com', 'bobs-old@example.com', 'taken@example.com'],
    ...['other-action@example.com', other.email],
  ]
  await insertRows(trx, {
    invitation: addresses.map((email) => ({
      ...{ owner_id: organization.id, id: randomUUID(), app_id: null, app_role: null },
      ...{ email, email_key: email, organization_role: 'member' as const, invited_by: ada.id },
      ...{ answer_key: randomUUID(), created_at: at, expires_at: later },
    })),
    account_email: [{ key: 'taken@example.com', account_id: bob.id }],
    audit: [
      [ada.id, 'account.email.change', 'old@example.com'],
      [ada.id, 'account.email.change', 'taken@example.com'],
      [ada.id, 'token.create', 'other-action@example.com'],
      [ada.id, 'account.disable', null],
      [bob.id, 'account.email.change', 'bobs-old@example.com'],
    ].map(([scope_id, action, email]) => ({
      ...{ scope_id: scope_id ?? '', id: randomUUID(), at, action: action ?? '' },
      ...{ actor_kind: 'user', target: 'account', before: JSON.stringify(email ? { email } : {}) },
    })),
  })
  await erasure.deleteInvitationsTo(trx, ada.id)
  const left = await trx.selectFrom('invitation').select('email').execute()
  expect(left.map(({ email }) => email).sort()).toEqual([bob.email, ...addresses.slice(3)].sort())
  await trx.rollback().execute()
})

test.each<[string, (trx: Trx) => Promise<unknown>, string[]]>([
  [
    'identities of somebody are deleted',
    (trx) => erasure.deleteIdentities(trx, ada.id),
    [`- account_identity a, 1`, `- account_identity local, ada`],
  ],
  [
    'addresses of somebody are deleted',
    (trx) => erasure.deleteEmails(trx, ada.id),
    ['- account_email ada@example.com'],
  ],
  [
    'a client is changed',
    (trx) => clients.setClient(trx, 'robot', { display_name: 'Robot' }),
    ['~ oauth_client robot'],
  ],
  [
    'operators whose secret somebody was shown are demoted',
    async (trx) => {
      await trx.updateTable('oauth_client').set({ is_operator: true }).execute()
      expect(await clients.demoteClientsShownTo(trx, ada.id, later)).toEqual(['robot'])
      await trx.updateTable('oauth_client').set({ is_operator: false }).execute()
    },
    ['~ oauth_client robot'],
  ],
  [
    'who is no operator is not demoted',
    (trx) => clients.demoteClientsShownTo(trx, ada.id, later),
    [],
  ],
])('%s', async (_what, change, expected) => {
  expect(await tryChange(database.db, names, change)).toEqual(expected)
})
