import type { Db, Trx } from '../../../platform/db/connect.ts'
import { pictureHashOf } from './rules.ts'
import * as store from './store.ts'

/** The last step of a change that shows these addresses no longer: what nothing else shows is deleted. */
export async function dropPictures(
  trx: Trx,
  urls: readonly (string | null | undefined)[],
): Promise<void> {
  await deleteUnused(
    trx,
    urls.flatMap((url) => pictureHashOf(url) ?? []),
  )
}

async function deleteUnused(trx: Trx, hashes: readonly Buffer[]): Promise<void> {
  if (hashes.length === 0) return
  // Two statements: the second sees what was committed before the locks were got.
  const locked = await store.lockPictures(trx, hashes)
  if (locked.length > 0) await store.deleteUnused(trx, locked)
}

const PICTURES_AT_ONCE = 200

/** To be called now and then: each call looks at some pictures more, and deletes those that nothing shows. */
export function sweepPictures(): (db: Db, before: Date) => Promise<void> {
  const start: Buffer = Buffer.alloc(0)
  let after = start
  return async (db, before) => {
    const found = await store.listPictures(db, { after, before, limit: PICTURES_AT_ONCE })
    after = found.at(-1) ?? start
    await db.transaction().execute((trx) => deleteUnused(trx, found))
  }
}
