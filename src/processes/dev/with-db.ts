import { connect, type Db, STARTUP_CONNECT_TIMEOUT_MS } from '../../platform/db/connect.ts'

const WITHOUT_HURRY = { size: 2, maxWaitMs: STARTUP_CONNECT_TIMEOUT_MS }
const LONGEST_SNAPSHOT_MS = 300_000

/** For statements that copy or replace all data. */
export const connectForSnapshots = (url: string): Db =>
  connect(url, { ...WITHOUT_HURRY, statementTimeoutMs: LONGEST_SNAPSHOT_MS })

/** For a few statements, which may take their time: copies of databases, snapshots, the sample data. */
export async function withDb<T>(url: string, use: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(url, { ...WITHOUT_HURRY, statementTimeoutMs: 0 })
  try {
    return await use(db)
  } finally {
    await db.destroy()
  }
}
