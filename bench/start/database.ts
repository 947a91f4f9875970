import { withMigratedDatabase } from '../../test/support/database/postgres.ts'

/** `url` is for the servers that are measured, `directUrl` for everything else. */
export type Database = Readonly<{ url: string; directUrl: string }>

/** A migrated database that exists while `use` runs. */
export const withDatabase = (use: (database: Database) => Promise<void>): Promise<void> =>
  withMigratedDatabase((url) => use({ url, directUrl: url }))
