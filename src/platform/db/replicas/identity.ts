import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import type { Db } from '../connect.ts'

/** Which data a server has. A primary and its replicas have the same, another installation has its own. */
const IDENTITY_SQL =
  "select system_identifier || ' ' || current_database() as identity from pg_control_system()"

export type FindIdentity = () => Promise<string | undefined>

/** Asked once: the data stay the same whichever server is the primary. */
export function createFindIdentity(primary: Db): FindIdentity {
  let known: Promise<string | undefined> | undefined
  async function ask(): Promise<string | undefined> {
    try {
      const { rows } = await sql<{ identity: string }>`${sql.raw(IDENTITY_SQL)}`.execute(primary)
      return rows[0]?.identity
    } catch (error) {
      known = undefined
      throw error
    }
  }
  return () => {
    known ??= ask()
    return known
  }
}

export async function requireIdentity(
  client: ClientBase,
  findIdentity: FindIdentity,
  timeoutMs: number,
): Promise<void> {
  const expected = await findIdentity()
  // The type of the driver lacks the limit of one statement.
  const query: { text: string; query_timeout: number } = {
    text: IDENTITY_SQL,
    query_timeout: Math.max(1, timeoutMs),
  }
  const { rows } = await client.query<{ identity: string }>(query)
  if (rows[0]?.identity !== expected) {
    throw new Error(
      'this server is not a replica of the server in DATABASE_URL, or the name of the database differs. Correct DATABASE_READ_URLS.',
    )
  }
}
