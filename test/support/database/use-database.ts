import { afterAll, beforeAll, inject } from 'vitest'
import { connect, type Db, STARTUP_CONNECT_TIMEOUT_MS } from '../../../src/platform/db/connect.ts'
import { administer, databaseUrl, newDatabaseName } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateDatabase: string
  }
}

/** On a machine that is busy with much else, two seconds can pass before a connection is there. */
export const BUSY_MACHINE = { maxWaitMs: STARTUP_CONNECT_TIMEOUT_MS }

/** A database of its own for the calling test file, cloned from the template migrated once per run. */
export function useDatabase(): { readonly db: Db; readonly url: string; readonly name: string } {
  const name = newDatabaseName()
  const url = databaseUrl(name)
  let db: Db | undefined
  beforeAll(async () => {
    await administer(`create database ${name} template ${inject('templateDatabase')}`)
    // Tests fill tables with many thousand rows in one statement.
    db = connect(url, { ...BUSY_MACHINE, statementTimeoutMs: 100_000 })
  })
  afterAll(async () => {
    await db?.destroy()
    await administer(`drop database ${name} with (force)`)
  })
  return {
    name,
    url,
    get db() {
      if (!db) throw new Error('useDatabase: read `db` inside a test, not at the top of the file')
      return db
    },
  }
}
