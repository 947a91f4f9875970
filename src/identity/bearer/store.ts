import type { Account } from '../../directory/caller.ts'
import type { SubscriptionRole } from '../../directory/subscriptions/rules.ts'
import { POSITION_COLUMN, type WalPosition } from '../../platform/db/replicas/position.ts'
import type { Read } from '../../platform/db/shared-read.ts'

/** Whom a bearer names, and the subscription the request is about; validated values only. */
export type BearerKey = Readonly<{
  /** An account of ours, or whoever a trusted issuer calls by this name. */
  accountId: string | null
  identity: Readonly<{ issuer: string; subject: string }> | null
  clientId: string | null
  sessionId: string | null
  grantId: string | null
  subscriptionId: string | null
}>

type State = Readonly<{ disabledAt: Date | null; validAfter: Date | null }>

/** What stands behind a bearer at this moment. A client that comes with Binnacle has no row. */
export type BearerRow = Readonly<{
  account: (Account & State & { isOperator: boolean }) | undefined
  client: (State & { principalId: string; isOperator: boolean }) | undefined
  role: SubscriptionRole | null
  isSessionEnded: boolean
  /** Of the primary, if there are replicas that need to know it. */
  position: WalPosition | undefined
}>

/** Every join is by a unique key, so each question gets exactly one row. */
const bearerSql = (position: string) => `
  select account.id, account.name, account.display_name, account.email, account.created_at,
         account.disabled_at, account.tokens_valid_after, account.is_operator,
         client.principal_id, client.disabled_at, client.tokens_valid_after, client.is_operator,
         (select min(access.role) from subscription_access as access
           where access.subscription_id = asked.subscription_id
             and access.principal_id = case when asked.account_id is null and asked.subject is null
                                            then client.principal_id else account.id end),
         coalesce(ended.id, ended_grant.id) is not null,
         password.account_id is not null${position}
    from unnest((select $1::uuid[]), (select $2::text[]), (select $3::text[]),
                (select $4::text[]), (select $5::text[]), (select $6::uuid[]),
                (select $7::uuid[]))
         with ordinality as asked (account_id, issuer, subject, client_id, subscription_id,
                                   session_id, grant_id, position)
    left join account_identity as identity
      on identity.issuer = asked.issuer and identity.subject = asked.subject
    left join account on account.id = coalesce(asked.account_id, identity.account_id)
    left join account_password as password on password.account_id = account.id
    left join oauth_client as client on client.id = asked.client_id
    left join ended_session as ended
      on ended.account_id = account.id and ended.id = asked.session_id
    left join ended_session as ended_grant
      on ended_grant.account_id = account.id and ended_grant.id = asked.grant_id
   order by asked.position`

type Columns = [
  id: string | null,
  name: string,
  displayName: string,
  email: string,
  createdAt: Date,
  disabledAt: Date | null,
  validAfter: Date | null,
  isOperator: boolean,
  principalId: string | null,
  clientDisabledAt: Date | null,
  clientValidAfter: Date | null,
  isOperatorClient: boolean,
  role: SubscriptionRole | null,
  isSessionEnded: boolean,
  hasPassword: boolean,
  position?: WalPosition,
]

export const findBearers = (hasReplicas: boolean): Read<BearerKey, BearerRow> => ({
  name: 'bearer',
  sql: bearerSql(hasReplicas ? `, ${POSITION_COLUMN}` : ''),
  toParameters: (keys) => [
    keys.map((key) => key.accountId),
    keys.map((key) => key.identity?.issuer ?? null),
    keys.map((key) => key.identity?.subject ?? null),
    keys.map((key) => key.clientId),
    keys.map((key) => key.subscriptionId),
    keys.map((key) => key.sessionId),
    keys.map((key) => key.grantId),
  ],
  toValue: (row) => toBearerRow(row as Columns),
})

function toBearerRow(columns: Columns): BearerRow {
  const [id, name, displayName, email, createdAt, disabledAt, validAfter, ...rest] = columns
  const [isOperator, principalId, clientDisabledAt, clientValidAfter, ...last] = rest
  const [isOperatorClient, role, isSessionEnded, hasPassword, position] = last
  const profile = { name, displayName, email, createdAt, hasPassword }
  return {
    account: id === null ? undefined : { id, ...profile, disabledAt, validAfter, isOperator },
    client:
      principalId === null
        ? undefined
        : {
            principalId,
            disabledAt: clientDisabledAt,
            validAfter: clientValidAfter,
            isOperator: isOperatorClient,
          },
    role,
    isSessionEnded,
    position,
  }
}
