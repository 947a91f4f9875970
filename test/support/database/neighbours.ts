import type { Db, Trx } from '../../../src/platform/db/connect.ts'
import { listChangedRows, takeSnapshot } from './snapshot.ts'

type Values = Readonly<Record<string, readonly unknown[]>>
type Combination<T extends Values> = { -readonly [Key in keyof T]: T[Key][number] }

/** A row for each combination: a statement that lacks a condition finds one too many. */
export function combine<const T extends Values>(values: T): Combination<T>[] {
  const rows = Object.entries(values).reduce<object[]>(
    (some, [key, each]) => some.flatMap((row) => each.map((value) => ({ ...row, [key]: value }))),
    [{}],
  )
  return rows as Combination<T>[]
}

/** As long as a hash, and readable in a list of changes. */
export const toHash = (name: string): Buffer => Buffer.concat([Buffer.from(name)], 32)

const toName = (value: string) =>
  value.startsWith('\\x')
    ? Buffer.from(value.slice(2), 'hex').toString().replaceAll('\0', '')
    : value

/** What a change does to which rows, in words. Afterwards everything is as it was. */
export async function tryChange(
  db: Db,
  names: ReadonlyMap<string, string>,
  change: (trx: Trx) => Promise<unknown>,
): Promise<string[]> {
  const trx = await db.startTransaction().execute()
  try {
    const before = await takeSnapshot(trx)
    await change(trx)
    const after = await takeSnapshot(trx)
    return listChangedRows(before, after, (value) => names.get(value) ?? toName(value)).sort()
  } finally {
    await trx.rollback().execute()
  }
}
