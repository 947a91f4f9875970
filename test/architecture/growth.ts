import { sql } from 'kysely'
import type { Db } from '../../src/platform/db/connect.ts'

/** What limits the size of a table: a sweep deletes ended or expired rows, or something limits it, or it is kept on purpose. */
type Rule = Readonly<{ swept: string }> | Readonly<{ limited: string }> | Readonly<{ kept: string }>

const CATALOGUE = { limited: 'by the catalogue that operators load' }
const BY_PEOPLE = { limited: 'a row for each account, which operators or trusted issuers admit' }
const BY_NAMES = { limited: 'a row for each service or region that operators name' }
const WITH_EVENT = { kept: 'the history of events, which is what was said and when' }

/** Every table of ours, in the order of the migrations. */
const RULES: Readonly<Record<string, Rule>> = {
  owner_name: { limited: 'a row for each owner' },
  account: BY_PEOPLE,
  account_email: BY_PEOPLE,
  account_identity: BY_PEOPLE,
  organization: { limited: 'organizationsPerAccount' },
  organization_member: { limited: 'members' },
  app: { limited: 'appsPerOwner' },
  app_member: { limited: 'members' },
  api_token: { swept: 'revoked tokens' },
  subscription: { limited: 'operators create them' },
  subscription_member: { limited: 'a row for each principal and subscription' },
  audit: { kept: 'the audit trail is kept for now' },
  invitation: { swept: 'expired invitations' },
  oauth_record: { swept: 'sign-in records' },
  oauth_signing_key: { limited: 'rotation deletes a key two days after its successor signs' },
  oauth_client: { limited: 'operators register them' },
  account_password: BY_PEOPLE,
  one_use_link: { swept: 'password links' },
  event: WITH_EVENT,
  event_revision: WITH_EVENT,
  event_reach: WITH_EVENT,
  footprint: { limited: 'a row for each service and region of a subscription' },
  impacted_resource: WITH_EVENT,
  quota_provider: CATALOGUE,
  quota_resource: CATALOGUE,
  quota_endpoint: CATALOGUE,
  quota_limit: { limited: 'a row for each subscription and resource of the catalogue' },
  quota_usage: { swept: 'quota usage' },
  quota_request: { swept: 'ended quota requests' },
  quota_sub_request: { swept: 'ended quota requests' },
  freed_name: { swept: 'freed names' },
  ended_session: { swept: 'ended sessions' },
  service: BY_NAMES,
  region: BY_NAMES,
  availability: { limited: '100 states for each resource that operators name' },
  request_key: { swept: 'request keys' },
  secret_key: { limited: 'a row for each key that rotate-key was run with' },
  mail_link_key: { limited: 'one row' },
  mail: { swept: 'mails' },
  mail_count: { swept: 'mail counts' },
  invitation_link: { swept: 'invitation links' },
  passkey: { limited: 'MOST_PASSKEYS' },
  totp_secret: BY_PEOPLE,
  recovery_code: { limited: 'ten for each account' },
  second_factor_use: { swept: 'second factor uses' },
  second_factor_failure: { swept: 'second factor failures' },
  passkey_challenge: { swept: 'passkey challenges' },
  event_position: { limited: 'one row' },
  action_group: { limited: 'notificationsPerSubscription' },
  alert_test: { swept: 'alert tests' },
  activity_log_alert: { limited: 'notificationsPerSubscription' },
  notification: { limited: 'notificationsPerSubscription' },
  delivery: { swept: 'deliveries' },
  delivery_attempt: { swept: 'deliveries' },
  notice: { limited: 'until its deliveries are inserted, a second later' },
  maintenance_reminder: { swept: 'maintenance reminders' },
  notification_matcher: { limited: 'one row' },
  issuer_group: { limited: 'operators register them' },
  account_group: { limited: 'a row for each account and registered group' },
  group_organization_role: { limited: 'a row for each registered group and organization' },
  migration: { limited: 'a row for each migration' },
}

/** Tables without a rule, rules without a table, and sweeps that rules and code do not both name, as sentences. */
export async function findGrowthViolations(
  db: Db,
  sweeps: readonly string[],
  rules: Readonly<Record<string, Rule>> = RULES,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
  const tables = rows.map(({ name }) => name)
  const swept = Object.entries(rules).flatMap(([table, rule]) =>
    'swept' in rule ? [{ table, sweep: rule.swept }] : [],
  )
  return [
    ...tables
      .filter((table) => !(table in rules))
      .map((table) => `${table} has no rule for growing`),
    ...Object.keys(rules)
      .filter((table) => !tables.includes(table))
      .map((table) => `${table} has a rule and does not exist`),
    ...swept
      .filter(({ sweep }) => !sweeps.includes(sweep))
      .map(({ table, sweep }) => `${table} names the sweep "${sweep}", which does not exist`),
    ...sweeps
      .filter((sweep) => !swept.some((rule) => rule.sweep === sweep))
      .map((sweep) => `the sweep "${sweep}" is the rule of no table`),
  ]
}
