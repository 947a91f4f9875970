import {
  connect,
  type Db,
  RUNS_ONCE,
  STARTUP_CONNECT_TIMEOUT_MS,
} from '../../platform/db/connect.ts'

/** For a few statements, which may take their time: copies of databases, snapshots, the sample data. */
export async function withDb<T>(url: string, use: (db: Db) => Promise<T>): Promise<T> {
  const db = connect(url, {
    ...RUNS_ONCE,
    size: 2,
    statementTimeoutMs: 0,
    maxWaitMs: STARTUP_CONNECT_TIMEOUT_MS,
  })
  try {
    return await use(db)
  } finally {
    await db.destroy()
  }
}
