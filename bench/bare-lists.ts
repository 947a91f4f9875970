/**
 * What one would write first, and nothing else: the same framework and driver, for each list one prepared
 * statement, that of the server, and its rows as they are; no sign-in, no hooks, no log, no slices.
 */
import Fastify from 'fastify'
import pg from 'pg'
import { Type } from 'typebox'
import { toApp } from '../src/areas/app-management/apps/routes.ts'
import type { AppRow } from '../src/areas/app-management/apps/store.ts'
import { App, Owner } from '../src/areas/app-management/apps/wire.ts'
import { addSchemas, ref } from '../src/platform/http/schema.ts'
import { PAGE_SIZE } from '../src/platform/paging/page.ts'
import { APPS, LISTS } from './lists/lists.ts'
import { readBareArguments } from './start/bare-arguments.ts'
import { recordStatements } from './start/statements.ts'

const { databaseUrl, named } = readBareArguments()
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 })
const app = Fastify()
addSchemas(app, [Owner, App])

const readers = new Map<string, () => Promise<unknown[]>>()
for (const { path, label, read } of LISTS) {
  const [statement] = await recordStatements(pool, read)
  if (!statement) throw new Error(`${label} sends no statement`)
  const { text, values } = statement
  readers.set(path, async () => {
    const { rows } = await pool.query({ ...named(label), text, values: [...values] })
    return rows
  })
}
const readRows = (url: string) =>
  readers.get(url)?.() ?? Promise.reject(new Error(`no list ${url}`))

const response = { 200: Type.Array(ref(App)) }
app.get(APPS, { schema: { response } }, async ({ url }) =>
  (await readRows(url)).map((row) => toApp(row as AppRow, 'manager')),
)
app.get('/operator/*', async ({ url }) => ({ value: (await readRows(url)).slice(0, PAGE_SIZE) }))

console.log(await app.listen({ host: '127.0.0.1', port: 0 }))
