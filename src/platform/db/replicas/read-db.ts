import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { Db } from '../connect.ts'
import type { DB } from '../tables.ts'

export type RunQuery = <Row>(query: CompiledQuery) => Promise<QueryResult<Row>>

const READ = /^\s*(select|with)\b/i

/** For single reads: each may run on another server, so there are no transactions. */
export function createReadDb(run: RunQuery): Db {
  const connection: DatabaseConnection = {
    executeQuery: (query) => (READ.test(query.sql) ? run(query) : refuse()),
    streamQuery: refuse,
  }
  return new Kysely<DB>({ dialect: new ReadDialect(connection) })
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

class ReadDialect implements Dialect {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }

  createDriver(): Driver {
    return {
      init: async () => undefined,
      acquireConnection: async () => this.#connection,
      releaseConnection: async () => undefined,
      destroy: async () => undefined,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
    }
  }

  createAdapter = () => adapter
  createQueryCompiler = () => compiler
  createIntrospector = (db: Kysely<DB>) => new PostgresIntrospector(db)
}

function refuse(): never {
  throw new Error('a replica is for single reads')
}
