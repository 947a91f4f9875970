import { startPgbouncer } from '../../test/support/database/pgbouncer.ts'
import { withMigratedDatabase } from '../../test/support/database/postgres.ts'

export type Database = Readonly<{
  /** For the servers that are measured. */
  url: string
  /** For everything else. */
  directUrl: string
  /** Whether the servers may use named statements. */
  hasNames: boolean
}>

/** A migrated database that exists while `use` runs; its servers reach it through a pooler if one is asked for. */
export const withDatabase = (
  { pooler }: Readonly<{ pooler: boolean }>,
  use: (database: Database) => Promise<void>,
): Promise<void> =>
  withMigratedDatabase(async (directUrl) => {
    if (!pooler) return use({ url: directUrl, directUrl, hasNames: true })
    const { url, stop } = await startPgbouncer(directUrl)
    try {
      await use({ url, directUrl, hasNames: false })
    } finally {
      await stop()
    }
  })
