import { sql } from 'kysely'
import { KEY_ID_BYTES, type Seal } from '../../crypto/seal.ts'
import type { Db } from '../connect.ts'

const BATCH = 500
/** Whoever still seals with another key after so many passes does not stop doing so. */
const MAX_PASSES = 5

/** A column whose values are sealed. */
export type SealedColumn = Readonly<{
  table: string
  column: string
  /** The primary key. */
  key: readonly string[]
  labelOf: (row: Record<string, unknown>) => string
}>

type SealedRow = Readonly<Record<string, unknown> & { sealed: Buffer }>

/** Throws if there is something sealed, and the keys open none of it. */
export async function requireRightKey(
  db: Db,
  seal: Seal,
  columns: readonly SealedColumn[],
): Promise<void> {
  for (const column of columns) {
    const rows = await listRows(db, column, {})
    if (rows.length > 0 && !rows.some((row) => tryToOpen(seal, column, row) !== undefined)) {
      throw new Error(
        `SECRET_KEY_FILE: its key is not the one that this database was encrypted with (${column.table}). Set it to the file that was used before. If that file is lost, see the guide on keys.`,
      )
    }
  }
}

const tryToOpen = (seal: Seal, { labelOf }: SealedColumn, row: SealedRow) =>
  seal.openIfReadable(row.sealed, labelOf(row))

/** Whether a value does not begin with the id of this key. */
const isWithoutId = (column: string, keyId: Buffer) =>
  sql`substring(${sql.ref(column)} from 1 for ${sql.lit(KEY_ID_BYTES)}) <> ${keyId}`

/** Whether what is sealed begins with the id of its key. */
export async function hasKeyIds(db: Db): Promise<boolean> {
  const row = await db.selectFrom('secret_key').select('id').limit(1).executeTakeFirst()
  return row !== undefined
}

/** From now on what is sealed begins with the id of its key, in every process that starts. */
export async function recordKey(db: Db, { keyId }: Seal, rotatedAt: Date): Promise<void> {
  await db
    .insertInto('secret_key')
    .values({ id: keyId, rotated_at: rotatedAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ rotated_at: rotatedAt }))
    .execute()
}

/** How many values are not sealed with the first key, or do not name it. */
export async function countOfOtherKeys(
  db: Db,
  { keyId }: Seal,
  columns: readonly SealedColumn[],
): Promise<number> {
  let count = 0
  for (const { table, column } of columns) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)}
       where ${isWithoutId(column, keyId)}`.execute(db)
    count += rows[0]?.count ?? 0
  }
  return count
}

export type Resealed = Readonly<{ resealed: number; unreadable: number }>

/** Seals every value with the first key. Values that processes seal with another key meanwhile are found by the next pass. */
export async function resealColumn(db: Db, seal: Seal, column: SealedColumn): Promise<Resealed> {
  let resealed = 0
  for (let pass = 1; pass <= MAX_PASSES; pass++) {
    const { changed, again, unreadable } = await resealOnce(db, seal, column)
    resealed += changed
    if (again === 0) return { resealed, unreadable }
  }
  throw new Error(
    `A process still encrypts ${column.table} with another key. Restart all nodes with the new key first in SECRET_KEY_FILE, then run rotate-key again.`,
  )
}

async function resealOnce(db: Db, seal: Seal, column: SealedColumn) {
  let [changed, again, unreadable] = [0, 0, 0]
  let after: SealedRow | undefined
  for (;;) {
    const rows = await listRows(db, column, { after, notOf: seal.keyId })
    const done = await Promise.all(rows.map((row) => resealRow(db, seal, column, row)))
    const count = (outcome: Outcome) => done.filter((one) => one === outcome).length
    unreadable += count('unreadable')
    again += count('of another key')
    changed += count('of another key') + count('without an id')
    after = rows.at(-1)
    if (rows.length < BATCH) return { changed, again, unreadable }
  }
}

/** In the order of the primary key. `notOf`: without those that are sealed with this key. */
async function listRows(
  db: Db,
  { table, column, key }: SealedColumn,
  { after, notOf }: Readonly<{ after?: SealedRow | undefined; notOf?: Buffer }>,
): Promise<SealedRow[]> {
  const keys = sql.join(key.map((name) => sql.ref(name)))
  const value = sql.ref(column)
  const isOther = notOf ? isWithoutId(column, notOf) : sql`true`
  const isNext = after
    ? sql`(${keys}) > (${sql.join(key.map((name) => sql`${after[name]}`))})`
    : sql`true`
  const { rows } = await sql<SealedRow>`
    select ${keys}, ${value} as sealed from ${sql.table(table)}
     where ${value} is not null and ${isOther} and ${isNext}
     order by ${keys} limit ${sql.lit(BATCH)}`.execute(db)
  return rows
}

/** Values without an id alone are no reason for another pass: nodes that started before the first rotation write them. */
type Outcome = 'of another key' | 'without an id' | 'unreadable' | 'changed meanwhile'

async function resealRow(
  db: Db,
  seal: Seal,
  column: SealedColumn,
  row: SealedRow,
): Promise<Outcome> {
  const text = tryToOpen(seal, column, row)
  if (text === undefined) return 'unreadable'
  const label = column.labelOf(row)
  const value = sql.ref(column.column)
  const isRow = sql.join(
    column.key.map((name) => sql`${sql.ref(name)} = ${row[name]}`),
    sql` and `,
  )
  const { numAffectedRows } = await sql`
    update ${sql.table(column.table)} set ${value} = ${seal.seal(text, label)}
     where ${isRow} and ${value} = ${row.sealed}`.execute(db)
  if (numAffectedRows !== 1n) return 'changed meanwhile'
  return seal.isOfFirstKey(row.sealed, label) ? 'without an id' : 'of another key'
}
