import { randomBytes, randomUUID, randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../src/platform/db/connect.ts'
import type { Sweeps } from '../../../src/platform/sweeps.ts'
import { insertInvitation } from './crowds.ts'
import { insertDelivery, insertReminder } from './old-deliveries.ts'
import { insertQuotaRequest } from './quota-samples.ts'
import { insertToken } from './samples.ts'
import { insertOrganization, insertPerson } from './world.ts'

const DAY_MS = 24 * 3_600_000

type Owners = Readonly<{ accountId: string; organizationId: string; subscriptionId: string }>
type Insert = (db: Db, over: Date, owners: Owners) => Promise<unknown>

/** For each sweep the table that it sweeps, and how a row comes there that was over at some moment. */
const OLD_ROWS: Readonly<Record<string, readonly [table: string, insert: Insert]>> = {
  'sign-in records': [
    'oauth_record',
    (db, over) =>
      db
        .insertInto('oauth_record')
        .values({
          kind: 'Session',
          id_hash: randomBytes(32),
          sealed: Buffer.alloc(1),
          expires_at: over,
        })
        .execute(),
  ],
  'ended sessions': [
    'ended_session',
    (db, over, { accountId }) =>
      db
        .insertInto('ended_session')
        .values({ account_id: accountId, id: randomUUID(), ended_at: over, expires_at: over })
        .execute(),
  ],
  'second factor uses': [
    'second_factor_use',
    (db, over, { accountId: account_id }) =>
      db
        .insertInto('second_factor_use')
        .values({
          account_id,
          session_id: randomUUID(),
          method: 'totp',
          used_at: over,
          expires_at: over,
        })
        .execute(),
  ],
  'second factor failures': [
    'second_factor_failure',
    (db, over, { accountId: account_id }) =>
      db
        .insertInto('second_factor_failure')
        .values({
          account_id,
          browser: randomUUID(),
          failures: 1,
          failed_at: over,
          expires_at: over,
        })
        .execute(),
  ],
  'passkey challenges': [
    'passkey_challenge',
    (db, over, { accountId: account_id }) =>
      db
        .insertInto('passkey_challenge')
        .values({
          account_id,
          purpose: 'give',
          context_hash: randomBytes(32),
          challenge_hash: randomBytes(32),
          expires_at: over,
        })
        .execute(),
  ],
  'password links': [
    'one_use_link',
    (db, over, { accountId }) =>
      db
        .insertInto('one_use_link')
        .values({
          hash: randomBytes(32),
          account_id: accountId,
          created_at: over,
          expires_at: over,
        })
        .execute(),
  ],
  mails: [
    'mail',
    (db, over) =>
      db
        .insertInto('mail')
        .values({ event: randomUUID(), sealed_message: Buffer.alloc(1), created_at: over })
        .execute(),
  ],
  'mail counts': [
    'mail_count',
    (db, over) =>
      db
        .insertInto('mail_count')
        .values({ key: randomBytes(32), starts_at: over, mails: 1 })
        .execute(),
  ],
  'revoked tokens': [
    'api_token where revoked_at is not null',
    (db, over, { accountId }) => insertToken(db, { homeId: accountId, revokedAt: over }),
  ],
  'expired invitations': [
    'invitation',
    (db, over, { organizationId: ownerId }) =>
      insertInvitation(db, { ownerId, email: `${randomUUID()}@example.com`, expiresAt: over }),
  ],
  'invitation links': [
    'invitation_link',
    (db, over, { organizationId: owner_id, accountId: made_by }) =>
      db
        .insertInto('invitation_link')
        .values({
          hash: randomBytes(32),
          owner_id,
          invitation_id: randomUUID(),
          is_mailed: true,
          made_by,
          expires_at: over,
        })
        .execute(),
  ],
  'freed names': [
    'freed_name',
    (db, over, { organizationId }) =>
      db
        .insertInto('freed_name')
        .values({ key: randomUUID(), owner_id: organizationId, freed_at: over })
        .execute(),
  ],
  'request keys': [
    'request_key',
    (db, over) =>
      db
        .insertInto('request_key')
        .values({
          scope_id: randomUUIDv7(),
          digest: randomBytes(32),
          body_digest: randomBytes(32),
          created_id: 'x',
          created_at: over,
        })
        .execute(),
  ],
  deliveries: ['delivery', insertDelivery],
  'maintenance reminders': ['maintenance_reminder', insertReminder],
  'alert tests': [
    'alert_test',
    (db, over, { subscriptionId: subscription_id }) =>
      db
        .insertInto('alert_test')
        .values({
          subscription_id,
          id: randomUUID(),
          sealed_receivers: Buffer.alloc(1),
          created_at: over,
        })
        .execute(),
  ],
  'ended quota requests': ['quota_request', insertEndedRequest],
  'quota usage': [
    'quota_usage',
    (db, over, { subscriptionId }) =>
      db
        .insertInto('quota_usage')
        .values({
          subscription_id: subscriptionId,
          provider_key: 'microsoft.compute',
          location_key: 'eastus',
          // Two times can be on one day.
          resource_key: `cores ${over.getTime()}`,
          day: over,
          last_value: 1,
          highest_value: 1,
          limit: 2,
          reported_at: over,
        })
        .execute(),
  ],
}

async function insertEndedRequest(db: Db, over: Date, { subscriptionId }: Owners): Promise<void> {
  const { requestId } = await insertQuotaRequest(db, { subscriptionId, state: 'Succeeded' })
  await sql`update quota_request set submitted_at = date_trunc('second', ${over}::timestamptz)
             where id = ${requestId}`.execute(db)
  await sql`update quota_sub_request set ended_at = ${over} where request_id = ${requestId}`.execute(
    db,
  )
}

export async function insertOwners(db: Db): Promise<Owners> {
  const { id: accountId } = await insertPerson(db)
  const { id: organizationId } = await insertOrganization(db, { [accountId]: 'admin' })
  const subscriptionId = `sub-${randomUUID()}`
  const at = new Date()
  await db
    .insertInto('subscription')
    .values({
      id: subscriptionId,
      organization_id: organizationId,
      display_name: 'of old rows',
      created_at: at,
      updated_at: at,
    })
    .execute()
  return { accountId, organizationId, subscriptionId }
}

/** A row for each sweep whose time of keeping ended so many days ago. */
export async function insertOldRows(
  db: Db,
  sweeps: Sweeps,
  days: number,
  owners: Owners,
): Promise<void> {
  for (const [name, { keepDays }] of Object.entries(sweeps)) {
    const [, insert] = oldRowsOf(name)
    await insert(db, new Date(Date.now() - (keepDays + days) * DAY_MS), owners)
  }
}

/** How many rows each sweep has left. */
export async function countOldRows(db: Db, sweeps: Sweeps): Promise<Record<string, number>> {
  const counted = Object.keys(sweeps).map(async (name) => {
    const { rows } = await sql<{ rows: number }>`
      select count(*)::int as rows from ${sql.raw(oldRowsOf(name)[0])}`.execute(db)
    return [name, rows[0]?.rows ?? 0]
  })
  return Object.fromEntries(await Promise.all(counted))
}

function oldRowsOf(name: string) {
  const found = OLD_ROWS[name]
  if (!found) throw new Error(`No old row is known for the sweep "${name}".`)
  return found
}
