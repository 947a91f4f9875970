import pg from 'pg'

type Definition = Readonly<{ name: string; definition: string }>

/**
 * Fills tables without their indexes and foreign keys and makes those afterwards, over rows that are there:
 * several times faster than row by row.
 */
export async function fillTables<T>(
  databaseUrl: string,
  tables: readonly string[],
  insert: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('set synchronous_commit = off')
    await client.query('set maintenance_work_mem = "1GB"')
    const again = await dropIndexes(client, tables)
    const made = await insert(client)
    // Foreign keys were dropped first, so they come last.
    for (const statement of again.reverse()) await client.query(statement)
    await client.query(`vacuum (analyze) ${tables.join(', ')}`)
    await client.query('checkpoint')
    return made
  } finally {
    await client.end()
  }
}

/** Returns the statements that make them again. */
async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const again: string[] = []
  for (const table of tables) again.push(...(await drop(client, table, KEYS, FOREIGN)))
  for (const table of tables) {
    again.push(...(await drop(client, table, KEYS, UNIQUE)))
    const { rows } = await client.query<Definition>(INDEXES, [table])
    for (const { name } of rows) await client.query(`drop index "${name}"`)
    again.push(...rows.map(({ definition }) => definition))
  }
  return again
}

async function drop(
  client: pg.Client,
  table: string,
  statement: string,
  kinds: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<Definition>(statement, [table, kinds])
  for (const { name } of rows) await client.query(`alter table ${table} drop constraint "${name}"`)
  // The rows are made from those they refer to: there is nothing to check.
  const end = kinds === FOREIGN ? ' not valid' : ''
  return rows.map(
    ({ name, definition }) => `alter table ${table} add constraint "${name}" ${definition}${end}`,
  )
}

const FOREIGN = ['f']
const UNIQUE = ['p', 'u']

/** Keys that another table refers to stay. */
const KEYS = `
  select conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint as key
   where conrelid = $1::regclass and contype = any($2)
     and (contype = 'f' or not exists (
           select from pg_constraint as other
            where other.contype = 'f' and other.conindid = key.conindid))`

const INDEXES = `
  select index.relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class as index on index.oid = indexrelid
   where indrelid = $1::regclass
     and not exists (select from pg_constraint where conindid = indexrelid)`
