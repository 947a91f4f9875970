import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { whileHolding } from '../../../../test/support/database/locks.ts'
import type { Answer } from '../../../../test/support/http/http.ts'
import type { Reader } from '../../../../test/support/http/service-health.ts'
import { useQuota } from '../../../../test/support/server/quota.ts'
import { insertGroup, putIntoGroup } from '../../../../test/support/world/groups.ts'
import { insertOrganization } from '../../../../test/support/world/world.ts'
import type { Trx } from '../../../platform/db/connect.ts'

const ISSUER = 'https://login.example.com'
const quota = useQuota()
let ada: Reader
/** Has everything that she has, and keeps it. */
let bob: Reader
let crew: { id: string }
let group: string
beforeAll(async () => {
  const { db } = quota.database
  ada = await quota.addReader('ada')
  bob = await quota.addReader('bob')
  crew = await insertOrganization(db)
  group = await insertGroup(db, ISSUER, 'crew', { [crew.id]: 'member' })
  const seat = { organization_id: crew.id, account_id: bob.id, role: 'member' as const }
  await db
    .insertInto('organization_member')
    .values({ ...seat, joined_at: new Date(), granted_by_issuer: ISSUER })
    .execute()
  await putIntoGroup(db, group, bob.id)
})

const onAccount = (change: string) => (trx: Trx) =>
  sql`update account set ${sql.raw(change)} where id = ${ada.id}`.execute(trx)
const removeRole = (trx: Trx, subscription: string) =>
  sql`
    delete from subscription_member
     where subscription_id = ${subscription} and principal_id <> ${bob.id}`.execute(trx)
const change = (to: string) => (trx: Trx, subscription: string) =>
  sql`
    update subscription_member set ${sql.raw(to)}
     where subscription_id = ${subscription} and principal_id <> ${bob.id}`.execute(trx)
const onSeat = (change: string) => (trx: Trx) =>
  sql`${sql.raw(change)} where organization_id = ${crew.id} and account_id = ${ada.id}`.execute(trx)

type Through = 'herself' | 'crew' | 'issuer' | 'group'
type Lose = (trx: Trx, subscription: string) => Promise<unknown>
/** What is taken away is there again before each. */
const CASES: [Through, string, number, Lose][] = [
  ['herself', 'whose role is removed', 404, removeRole],
  ['herself', 'who becomes a reader', 403, change("role = 'reader'")],
  ['herself', 'who is disabled', 404, onAccount('disabled_at = now()')],
  [
    'herself',
    'who is signed out everywhere',
    404,
    onAccount("tokens_valid_after = now() + interval '1 hour'"),
  ],
  ['crew', 'whose organization loses its role', 404, removeRole],
  ['crew', 'whose organization becomes a reader', 403, change("role = 'reader'")],
  ['crew', 'who leaves the organization', 404, onSeat('delete from organization_member')],
  [
    'crew',
    'who becomes a collaborator',
    404,
    onSeat("update organization_member set role = 'collaborator'"),
  ],
  [
    'issuer',
    'whom the issuer lets go from the organization',
    404,
    onSeat('delete from organization_member'),
  ],
  [
    'issuer',
    'whose time at the issuer is over',
    404,
    (trx) => sql`update account_group set ends_at = now() where group_id = ${group}`.execute(trx),
  ],
  ['group', 'whose group loses its role', 404, removeRole],
  [
    'group',
    'who left the group',
    404,
    (trx) => sql`delete from account_group where account_id = ${ada.id}`.execute(trx),
  ],
  [
    'group',
    'whose time in the group is over',
    404,
    (trx) =>
      sql`update account_group set ends_at = now() where account_id = ${ada.id}`.execute(trx),
  ],
]

async function giveBack(subscription: string, through: Through): Promise<void> {
  const { db } = quota.database
  await onAccount('disabled_at = null, tokens_valid_after = null')(db as Trx)
  await sql`
    insert into organization_member (organization_id, account_id, role, joined_at, granted_by_issuer)
    values (${crew.id}, ${ada.id}, 'member', now(), ${through === 'issuer' ? ISSUER : null})
    on conflict (organization_id, account_id) do update
      set role = 'member', granted_by_issuer = excluded.granted_by_issuer`.execute(db)
  await putIntoGroup(db, group, ada.id)
  await quota.addSubscription(subscription, { [bob.id]: 'owner' })
  const principal = { herself: ada.id, crew: crew.id, issuer: crew.id, group }[through]
  const path = `/subscriptions/${subscription}/roles/${principal}`
  expect((await quota.callAsOperator('PUT', path, { role: 'owner' })).status).toBe(204)
}

test.each(CASES)('through %s, somebody %s while a request waits: %i', async (...each) => {
  const [through, what, status, lose] = each
  const { db } = quota.database
  const subscription = what.replaceAll(' ', '-')
  await giveBack(subscription, through)
  const [answer] = await whileHolding(db, (trx) => lose(trx, subscription), [
    () => quota.put(ada, subscription, 'cores', 30),
  ])
  expect((answer as Answer).status).toBe(status)
  const requests = await db
    .selectFrom('quota_request')
    .select('id')
    .where('subscription_id', '=', subscription)
    .execute()
  expect(requests).toEqual([])
})
