import type pg from 'pg'
import { makeToken } from '../../src/directory/api-token.ts'
import { fillTables } from './tables.ts'

const TABLES = ['api_token', 'app', 'owner_name', 'account']
const TOKENS_PER_ACCOUNT = 10

/** A token with its value, the account that it belongs to, and an app of that account. */
export type SampleToken = Readonly<{ value: string; accountId: string; appPath: string }>

/**
 * Fills an empty database with `rows` tokens of a tenth as many accounts, each with an app, then gives
 * `sample` of the tokens, scattered over the whole table, real values and returns those.
 */
export const fillTokens = (
  databaseUrl: string,
  { rows, sample }: Readonly<{ rows: number; sample: number }>,
): Promise<SampleToken[]> =>
  fillTables(databaseUrl, TABLES, async (client) => {
    await insertRows(client, rows)
    return giveRealValues(client, sample)
  })

async function insertRows(client: pg.Client, rows: number): Promise<void> {
  await client.query(
    `insert into account (id, name, display_name, email, created_at, updated_at)
     select gen_random_uuid(), 'user-' || n, 'User ' || n, 'user-' || n || '@example.com', now(), now()
       from generate_series(1, $1::int) n`,
    [Math.ceil(rows / TOKENS_PER_ACCOUNT)],
  )
  await client.query(
    `insert into owner_name (key, owner_id, owner_kind) select name, id, 'user' from account`,
  )
  await client.query(
    `insert into app (owner_id, id, owner_kind, name, name_key, display_name, os, platform,
                      app_secret, created_at, updated_at)
     select id, gen_random_uuid(), 'user', 'app', 'app', 'An app of ' || name, 'Linux', 'Custom',
            gen_random_uuid(), created_at, created_at
       from account`,
  )
  // Token by token over all accounts, as they are made in real life: an account's tokens lie far apart.
  await client.query(
    `insert into api_token (home_id, id, hash, kind, access, created_by, created_at, description)
     select account.id, gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), 'user', 'all', account.id, now(), 'ci'
       from generate_series(1, $1::int) n, account`,
    [TOKENS_PER_ACCOUNT],
  )
}

async function giveRealValues(client: pg.Client, sample: number): Promise<SampleToken[]> {
  const { rows } = await client.query<{ home_id: string; id: string; name: string }>(
    `select token.home_id, token.id, account.name
       from (select home_id, id from api_token order by random() limit $1) as token
       join account on account.id = token.home_id`,
    [sample],
  )
  const tokens = rows.map(({ home_id }) => makeToken('user', home_id))
  await client.query(
    `update api_token set hash = real.hash
       from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as real (home_id, id, hash)
      where api_token.home_id = real.home_id and api_token.id = real.id`,
    [
      rows.map((row) => row.home_id),
      rows.map((row) => row.id),
      tokens.map((token) => Buffer.from(token.hash, 'hex')),
    ],
  )
  return rows.map(({ home_id, name }, index) => ({
    value: tokens[index]?.value ?? '',
    accountId: home_id,
    appPath: `/v0.1/apps/${name}/app`,
  }))
}
