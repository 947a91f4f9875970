import { writeFileSync } from 'node:fs'
import pg from 'pg'
import { makeToken } from '../src/directory/api-token.ts'

const TOKENS_PER_ACCOUNT = 10

/**
 * Fills an empty database with `rows` tokens of a tenth as many accounts, then gives `sample` of
 * them, scattered over the whole table, real values and writes those to `tokensFile`.
 */
export async function fillTokens(
  databaseUrl: string,
  { rows, sample, tokensFile }: { rows: number; sample: number; tokensFile: string },
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set synchronous_commit = off')
    await client.query('set maintenance_work_mem = "1GB"')
    await withoutIndexes(client, () => insertRows(client, rows))
    const values = await giveRealValues(client, sample)
    writeFileSync(tokensFile, `${values.join('\n')}\n`)
    await client.query('vacuum (analyze) api_token')
    await client.query('vacuum (analyze) account')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

async function insertRows(client: pg.Client, rows: number): Promise<void> {
  await client.query(
    `insert into account (id, name, display_name, email, created_at, updated_at)
     select gen_random_uuid(), 'user-' || n, 'User ' || n, 'user-' || n || '@example.com', now(), now()
       from generate_series(1, $1::int) n`,
    [Math.ceil(rows / TOKENS_PER_ACCOUNT)],
  )
  // Token by token over all accounts, as they are made in real life: an account's tokens lie far apart.
  await client.query(
    `insert into api_token (home_id, id, hash, kind, access, created_by, created_at, description)
     select account.id, gen_random_uuid(), sha256(gen_random_uuid()::text::bytea), 'user', 'all', account.id, now(), 'ci'
       from generate_series(1, $1::int) n, account`,
    [TOKENS_PER_ACCOUNT],
  )
}

/** Building an index over rows that are there is several times faster than keeping it up row by row. */
async function withoutIndexes(client: pg.Client, fill: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ definition: string; name: string }>(
    `select indexdef as definition, indexname as name from pg_indexes
      where tablename = 'api_token' and indexname <> 'api_token_pkey'`,
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  await client.query('alter table api_token drop constraint api_token_pkey')
  await fill()
  await client.query('alter table api_token add primary key (home_id, id)')
  for (const { definition } of rows) await client.query(definition)
}

async function giveRealValues(client: pg.Client, sample: number): Promise<string[]> {
  const { rows } = await client.query<{ home_id: string; id: string }>(
    'select home_id, id from api_token order by random() limit $1',
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
  return tokens.map((token) => token.value)
}
