import { sql } from 'kysely'
import type { Db } from '../../../src/platform/db/connect.ts'

type Row = Readonly<Record<string, unknown>>
/** All rows by table and primary key. */
export type Snapshot = ReadonlyMap<string, ReadonlyMap<string, Row>>

/** Written some time after a request, and not by what it does. */
const UNRELATED = new Set(['last_used_at', 'last_used_from'])

/** What all our tables hold; the tables of the job engine are not ours. */
export async function takeSnapshot(db: Db): Promise<Snapshot> {
  const { rows: tables } = await sql<{ name: string; keys: string[] }>`
    select tables.relname as name,
           array_agg(columns.attname::text
                     order by array_position(keys.indkey::int2[], columns.attnum)) as keys
      from pg_index keys
      join pg_class tables on tables.oid = keys.indrelid
      join pg_attribute columns
        on columns.attrelid = tables.oid and columns.attnum = any(keys.indkey)
     where keys.indisprimary and tables.relnamespace = 'public'::regnamespace
     group by tables.relname`.execute(db)
  const selects = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, to_jsonb(t) as row from ${sql.table(name)} as t`,
  )
  const { rows } = await sql<{
    name: string
    row: Row
  }>`${sql.join(selects, sql` union all `)}`.execute(db)
  const snapshot = new Map(tables.map(({ name }) => [name, new Map<string, Row>()]))
  const keysOf = new Map(tables.map(({ name, keys }) => [name, keys]))
  for (const { name, row } of rows) {
    snapshot.get(name)?.set(JSON.stringify(keysOf.get(name)?.map((key) => row[key])), row)
  }
  return snapshot
}

/** The differences as words: `account +1`, `invitation -1`, `account.updated_at`. */
export function compareSnapshots(before: Snapshot, after: Snapshot): string[] {
  const found = new Set<string>()
  for (const [table, rows] of after) {
    const earlier = before.get(table) ?? new Map<string, Row>()
    const added = [...rows.keys()].filter((key) => !earlier.has(key)).length
    const removed = [...earlier.keys()].filter((key) => !rows.has(key)).length
    if (added > 0) found.add(`${table} +${added}`)
    if (removed > 0) found.add(`${table} -${removed}`)
    for (const [key, row] of rows) {
      for (const column of listChanged(earlier.get(key), row)) found.add(`${table}.${column}`)
    }
  }
  return [...found].sort()
}

const listChanged = (before: Row | undefined, after: Row): string[] =>
  before === undefined
    ? []
    : Object.keys(after).filter(
        (column) =>
          !UNRELATED.has(column) &&
          JSON.stringify(before[column]) !== JSON.stringify(after[column]),
      )

/** Each row that came, went or changed, with what is in its key: `- passkey ada`. */
export function listChangedRows(
  before: Snapshot,
  after: Snapshot,
  nameOf: (value: string) => string,
): string[] {
  return [...after].flatMap(([table, later]) => {
    const earlier = before.get(table) ?? new Map<string, Row>()
    return [...new Set([...earlier.keys(), ...later.keys()])].flatMap((key) => {
      const [was, is] = [earlier.get(key), later.get(key)]
      if (was && is && listChanged(was, is).length === 0) return []
      const mark = was === undefined ? '+' : is === undefined ? '-' : '~'
      return [
        `${mark} ${table} ${(JSON.parse(key) as unknown[]).map(String).map(nameOf).join(', ')}`,
      ]
    })
  })
}
