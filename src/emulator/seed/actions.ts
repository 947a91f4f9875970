import type { Static } from 'typebox'
import type { Db } from '../../platform/db/connect.ts'
import { reasonOf } from '../../platform/errors.ts'
import { invalidSeed } from '../errors.ts'
import type { Outcomes } from '../quota-outcomes/outcomes.ts'
import { deleteSnapshot, restoreSnapshot, takeSnapshot } from '../snapshots/actions.ts'
import { BEFORE_SEED, hasSnapshot } from '../snapshots/store.ts'
import type * as wire from './wire.ts'

type LoadedSeed = Static<typeof wire.LoadedSeed>

export type SeedDeps = Readonly<{
  /** Its statements may take long. */
  snapshotDb: Db
  outcomes: Outcomes
  /** Throws if it is no seed, and otherwise returns what loads it. */
  prepareSeed: (given: unknown) => () => Promise<LoadedSeed>
}>

/** All of a seed, or nothing. */
export async function loadWhole(deps: SeedDeps, given: unknown): Promise<LoadedSeed> {
  const { snapshotDb, outcomes } = deps
  const load = prepare(deps, given)
  try {
    return await undoOnFailure(snapshotDb, () => load().catch(refuseSeed), outcomes)
  } finally {
    outcomes.forgetWaiting(BEFORE_SEED)
  }
}

/** If it fails, all data is as it was before. */
export async function undoOnFailure<T>(
  db: Db,
  run: () => Promise<T>,
  outcomes?: Outcomes,
): Promise<T> {
  await undoUnfinished(db)
  await takeSnapshot(db, BEFORE_SEED, () => outcomes?.saveWaiting(BEFORE_SEED))
  const result = await run().catch(async (error: unknown) => {
    await undoUnfinished(db)
    outcomes?.restoreWaiting(BEFORE_SEED)
    throw error
  })
  await deleteSnapshot(db, BEFORE_SEED)
  return result
}

/** The process may have been killed in the middle of a seed, or the undoing of one may have failed. */
export async function undoUnfinished(db: Db): Promise<void> {
  if (!(await hasSnapshot(db, BEFORE_SEED))) return
  await restoreSnapshot(db, BEFORE_SEED)
  await deleteSnapshot(db, BEFORE_SEED)
}

function prepare({ prepareSeed }: SeedDeps, given: unknown) {
  try {
    return prepareSeed(given)
  } catch (error) {
    return refuseSeed(error)
  }
}

function refuseSeed(error: unknown): never {
  throw invalidSeed(reasonOf(error))
}
