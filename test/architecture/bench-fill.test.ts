import pg from 'pg'
import { expect, test } from 'vitest'
import { withoutIndexes } from '../../bench/fill/without-indexes.ts'
import { useDatabase } from '../support/database/use-database.ts'

const database = useDatabase()
const TABLES = ['quota_sub_request', 'quota_request', 'subscription', 'api_token', 'account']

test('a table that was filled without its indexes and keys has all of them again', async () => {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    const before = await list(client)
    let meanwhile: string[] = []
    await withoutIndexes(client, TABLES, async () => {
      meanwhile = await list(client)
    })
    expect(meanwhile.length).toBeLessThan(before.length / 2)
    expect(await list(client)).toEqual(before)
  } finally {
    await client.end()
  }
})

/** That the rows were not checked makes no difference to rows that come later. */
async function list(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ definition: string }>(
    `select indexdef as definition from pg_indexes where tablename = any($1)
      union all
     select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
       from pg_constraint where conrelid::regclass::text = any($1) and contype in ('p', 'u', 'f')`,
    [TABLES],
  )
  return rows.map(({ definition }) => definition.replace(' NOT VALID', '')).sort()
}
