import type { Db } from '../../platform/db/connect.ts'
import * as store from './store.ts'

/** A database can be copied only while nobody is connected to it; its sessions are ended, and come back. */
export async function copyInUse(db: Db, source: string, copy: string): Promise<void> {
  await store.dropDatabase(db, copy)
  await store.allowConnections(db, source, false)
  try {
    await store.endSessions(db, source)
    await store.cloneDatabase(db, copy, source)
  } finally {
    await store.allowConnections(db, source, true)
  }
}
