import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { explaining } from '../../../../test/support/database/explaining.ts'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { fillApps } from '../../../../test/support/world/crowds.ts'
import { insertPerson, type Person } from '../../../../test/support/world/world.ts'
import type { Db } from '../../../platform/db/connect.ts'
import { listApps, listAppsByKey } from './store.ts'

const database = useDatabase()
let ada: Person

/** She has 2,000 apps, beside 100,000 owners with one app each. */
beforeAll(async () => {
  const { db } = database
  ada = await insertPerson(db)
  await fillApps(db, { ...ada, kind: 'user' }, 2000)
  await sql`
    insert into app (owner_id, id, owner_kind, name, name_key, display_name, os, platform,
                     app_secret, created_at, updated_at)
    select gen_random_uuid(), gen_random_uuid(), 'user', 'app', 'app', 'An app', 'Linux', 'Custom',
           gen_random_uuid(), now(), now()
      from generate_series(1, 100000)`.execute(db)
  await sql`vacuum analyze app`.execute(db)
}, 120_000)

const keysOf = (ownerId: string) => Array.from({ length: 200 }, () => ({ ownerId, appId: ownerId }))

test.each([
  ['the first apps', (db: Db, accountId: string) => listApps(db, { accountId }, accountId, 201)],
  ['apps by key', (db: Db, ownerId: string) => listAppsByKey(db, keysOf(ownerId), ownerId)],
])('%s of a large owner are read without reading all of its apps for each', async (_what, read) => {
  const lines = await read(database.db.withPlugin(explaining), ada.id)
  const plan = lines.map((line) => Object.values(line)[0]).join('\n')
  expect(plan).toMatch(/using app_pkey on app .*\n.*Index Cond: .*owner_id = .* AND .*id = /)
})
