import { randomBytes } from 'node:crypto'
import { userInfo } from 'node:os'
import pg from 'pg'
import { jobQueues } from '../../../src/jobs.ts'
import { migrate } from '../../../src/platform/db/migrate.ts'

/** Any PostgreSQL on which this user may create databases. */
const SERVER =
  process.env.TEST_DATABASE_SERVER ?? `postgres://${userInfo().username}@127.0.0.1:5432`

export const newDatabaseName = () => `binnacle_test_${randomBytes(6).toString('hex')}`

export const databaseUrl = (name: string) => `${SERVER}/${name}`

/** Runs one statement as the administrator of the server. */
export async function administer(
  statement: string,
  database = 'postgres',
): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: databaseUrl(database) })
  await client.connect()
  try {
    return await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A migrated database that exists while `use` runs. */
export async function withMigratedDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const name = newDatabaseName()
  await administer(`create database ${name}`)
  try {
    await migrate(databaseUrl(name), jobQueues)
    return await use(databaseUrl(name))
  } finally {
    await administer(`drop database ${name} with (force)`)
  }
}
