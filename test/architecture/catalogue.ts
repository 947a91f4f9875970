import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/connect.ts'

/** The column that decides where a row lives. A row of an owner or a subscription begins its keys with it. */
const HOME_COLUMNS = new Set([
  'owner_id',
  'home_id',
  'organization_id',
  'subscription_id',
  'scope_id',
  'account_id',
])

/** Owners and subscriptions themselves are keyed by their own id. */
const ROOTS = new Set(['account', 'organization', 'subscription'])

/** Tables whose rows belong to nobody in particular, each with the reason why that is right. */
const EXCEPTIONS: Record<string, string> = {
  owner_name: 'the registry that makes names unique among all owners: keyed by the name',
  freed_name: 'keeps a freed name from other owners: keyed by the name',
  account_email: 'makes an e-mail unique among all accounts: keyed by the e-mail',
  account_identity: 'finds an account by who vouches for it: keyed by issuer and subject',
  oauth_record: 'the sign-in finds them by what a caller presents, before it knows whose they are',
  oauth_signing_key: 'of the installation, not of anybody in it',
  secret_key: 'of the installation, not of anybody in it',
  mail_link_key: 'of the installation, not of anybody in it',
  oauth_client: 'registered for the whole installation: keyed by the client id',
  issuer_group: 'registered for the whole installation: keyed by issuer and value',
  one_use_link: 'found by the hash of the secret in the link',
  invitation_link: 'found by the hash of the secret in the link',
  passkey: 'makes a credential unique among all accounts: keyed by its id',
  event: 'of the platform, and published once for whomever it touches: keyed by the tracking id',
  service: 'registered for the whole installation: keyed by its name, and its guid is unique',
  region: 'registered for the whole installation: keyed by its name',
  event_revision: 'of an event',
  event_position: 'of all events: one row',
  event_reach: 'of an event: keyed by what subscriptions look under',
  notification_matcher: 'of all notifications: one row',
  quota_provider: 'the catalogue, which is the same for everybody: keyed by the provider',
  quota_resource: 'of the catalogue',
  quota_endpoint: 'of a provider of the catalogue',
  mail: 'of an event, and sent once for it: keyed by the event',
  mail_count: 'counts across owners: keyed by the hash of the sender or recipient',
  migration: 'the migrator’s own',
}

type UniqueIndex = { table: string; index: string; firstColumn: string }

/** Every key that does not begin with its home, and every sequence, as sentences. */
export async function findKeyViolations(db: Db): Promise<string[]> {
  const tables = await listTables(db)
  const indexes = await listUniqueIndexes(db)
  const sequences = await sql<{ name: string }>`
    select sequencename as name from pg_sequences where schemaname = 'public'`.execute(db)
  return [
    ...tables
      .filter((table) => !indexes.some((index) => index.table === table))
      .map((table) => `${table} has no key`),
    ...indexes
      .filter(({ table, firstColumn }) => !(table in EXCEPTIONS) && !isHome(table, firstColumn))
      .map(({ table, index, firstColumn }) => `${index} of ${table} begins with ${firstColumn}`),
    ...sequences.rows.map(({ name }) => `${name} is a sequence: ids are made by us`),
    ...Object.keys(EXCEPTIONS)
      .filter((table) => !tables.includes(table))
      .map((table) => `${table} is excepted but does not exist`),
  ]
}

function isHome(table: string, column: string): boolean {
  return ROOTS.has(table) ? column === 'id' : HOME_COLUMNS.has(column)
}

async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  return rows.map(({ name }) => name)
}

async function listUniqueIndexes(db: Db): Promise<UniqueIndex[]> {
  const { rows } = await sql<UniqueIndex>`
    select tables.relname as table, indexes.relname as index,
           pg_get_indexdef(keys.indexrelid, 1, true) as "firstColumn"
      from pg_index keys
      join pg_class tables on tables.oid = keys.indrelid
      join pg_class indexes on indexes.oid = keys.indexrelid
     where keys.indisunique and tables.relnamespace = 'public'::regnamespace`.execute(db)
  return rows
}
