import type { Db } from '../../platform/db/connect.ts'
import { snapshotExists, snapshotNotFound, tooManySnapshots } from '../errors.ts'
import * as store from './store.ts'

/** Taken when an emulator has its sample data; `reset` goes back to it. */
export const START = 'start'
const MOST_SNAPSHOTS = 50

export async function takeSnapshot(db: Db, name: string): Promise<void> {
  const names = await store.listSnapshots(db)
  if (names.includes(name)) throw snapshotExists(name)
  if (names.length >= MOST_SNAPSHOTS) throw tooManySnapshots(MOST_SNAPSHOTS)
  await db.transaction().execute(async (trx) => {
    // All tables as they were at one moment.
    await store.lockTables(trx, name)
    await store.createSnapshot(trx, name)
    await store.copyTables(trx, name)
  })
}

/** The snapshot stays, and can be restored again. */
export async function restoreSnapshot(db: Db, name: string): Promise<void> {
  if (!(await store.hasSnapshot(db, name))) throw snapshotNotFound(name)
  await db.transaction().execute(async (trx) => {
    await store.lockTables(trx, name)
    await store.emptyTables(trx, name)
    await store.restoreTables(trx, name)
  })
}

export async function deleteSnapshot(db: Db, name: string): Promise<void> {
  if (!(await store.hasSnapshot(db, name))) throw snapshotNotFound(name)
  await db.transaction().execute((trx) => store.dropSnapshot(trx, name))
}

/** Snapshots of an earlier start are deleted: another release may have other tables. */
export async function takeStartSnapshot(db: Db): Promise<void> {
  for (const name of await store.listSnapshots(db)) {
    await db.transaction().execute((trx) => store.dropSnapshot(trx, name))
  }
  await takeSnapshot(db, START)
}
