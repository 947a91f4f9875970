import type { Db } from '../../platform/db/connect.ts'
import { snapshotExists, snapshotNeeded, snapshotNotFound, tooManySnapshots } from '../errors.ts'
import * as store from './store.ts'

/** Taken when an emulator has its sample data; `reset` goes back to it. */
export const START = 'start'
const MOST_SNAPSHOTS = 50

/** `whileLocked`: what is saved besides, at the same moment. */
export async function takeSnapshot(
  db: Db,
  name: string,
  whileLocked: () => void = () => undefined,
): Promise<void> {
  const names = await store.listSnapshots(db)
  if (names.includes(name)) throw snapshotExists(name)
  const isListed = name !== store.BEFORE_SEED
  if (isListed && names.length >= MOST_SNAPSHOTS) throw tooManySnapshots(MOST_SNAPSHOTS)
  await repeatOnDeadlock(() =>
    db.transaction().execute(async (trx) => {
      // All tables as they were at one moment.
      await store.lockTables(trx, name)
      await store.createSnapshot(trx, name)
      await store.copyTables(trx, name)
      whileLocked()
    }),
  )
}

/** A request that writes at the same time can lock tables in another order: one of the two is rolled back. */
async function repeatOnDeadlock(transact: () => Promise<void>, tries = 5): Promise<void> {
  try {
    await transact()
  } catch (error) {
    if (tries === 1 || (error as { code?: unknown }).code !== DEADLOCK) throw error
    await repeatOnDeadlock(transact, tries - 1)
  }
}
const DEADLOCK = '40P01'

/** The snapshot stays, and can be restored again. */
export async function restoreSnapshot(db: Db, name: string): Promise<void> {
  if (!(await store.hasSnapshot(db, name))) throw snapshotNotFound(name)
  await repeatOnDeadlock(() =>
    db.transaction().execute(async (trx) => {
      await store.lockTables(trx, name)
      await store.setEndedSessionsAside(trx)
      await store.emptyEndedSessions(trx)
      await store.emptyTables(trx, name)
      await store.restoreTables(trx, name)
      await store.putEndedSessionsBack(trx)
    }),
  )
}

export async function deleteSnapshot(db: Db, name: string): Promise<void> {
  if (name === START) throw snapshotNeeded(name)
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
