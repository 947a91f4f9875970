import type { Db } from '../../../platform/db/connect.ts'
import { type ProductClock, secondsBetween } from '../../../platform/time.ts'
import * as store from './store.ts'

/** The age of the oldest revision that has not been matched with all notifications; 0 if there is none. */
export async function findMatchingLag(db: Db, productTime: ProductClock): Promise<number> {
  const oldest = await store.findOldestUnmatched(db)
  return oldest ? secondsBetween(oldest, productTime()) : 0
}
