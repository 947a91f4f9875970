import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { fillApps } from '../../../../test/support/world/crowds.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../test/support/world/world.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { listAppKeys, listApps } from './store.ts'

const database = useDatabase()
let ada: Person

/** Of 50,000 apps she reaches 400: her own, those of her organization, and some of others. */
beforeAll(async () => {
  const { db } = database
  ada = await insertPerson(db)
  await fillApps(db, { ...ada, kind: 'user' }, 150)
  await fillApps(db, await insertOrganization(db, { [ada.id]: 'admin' }), 200)
  for (let owners = 0; owners < 50; owners++) {
    const owner = await insertOrganization(db)
    await fillApps(db, owner, 991)
    await insertApp(db, owner, { [ada.id]: 'viewer' })
  }
  await sql`analyze`.execute(db)
}, 120_000)

/** Asks for the plan of a statement in place of its rows. */
const explaining: KyselyPlugin = {
  transformQuery: ({ node }): RootOperationNode => {
    if (node.kind === 'SelectQueryNode') return { ...node, explain: { kind: 'ExplainNode' } }
    if (node.kind !== 'RawNode') throw new Error(`no plan for ${node.kind}`)
    const [first, ...rest] = node.sqlFragments
    return { ...node, sqlFragments: [`explain ${first}`, ...rest] }
  },
  transformResult: async ({ result }) => result,
}

test.each([
  ['all keys', (db: Db, accountId: string) => listAppKeys(db, { accountId }, 'name')],
  ['the first apps', (db: Db, accountId: string) => listApps(db, { accountId }, accountId, 201)],
])('%s of an account are read without looking at every app', async (_what, read) => {
  const lines = await read(database.db.withPlugin(explaining), ada.id)
  const plan = lines.map((line) => Object.values(line)[0]).join('\n')
  expect(plan).toContain('Index')
  expect(plan).not.toMatch(/Seq Scan on app\b/)
})

test('every app an account reaches is listed once, in order of creation', async () => {
  const keys = await listAppKeys(database.db, { accountId: ada.id }, 'name')
  expect(keys).toHaveLength(400)
  expect(new Set(keys.map(({ appId }) => appId)).size).toBe(400)
})
