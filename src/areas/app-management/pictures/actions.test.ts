import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { caller } from '../../../../test/support/http/http.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import {
  insertApp,
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../test/support/world/world.ts'
import { sweepPictures } from './actions.ts'

const database = useDatabase()
const server = useServer({ databaseUrl: database.url })
const call = caller(server)

const HOUR_MS = 3_600_000
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
let ada: Person
beforeEach(async () => {
  ada = await insertPerson(database.db)
  await sql`delete from picture`.execute(database.db)
})

const newPicture = () => Buffer.concat([PNG, randomBytes(100)])
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function show(path: string, bytes: Buffer): Promise<void> {
  const form = new FormData()
  form.set('avatar', new Blob([new Uint8Array(bytes)]), 'logo.png')
  expect((await call(ada.token, 'POST', `${path}/avatar`, form)).status).toBe(200)
}

async function listKept(): Promise<string[]> {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from picture order by 1`.execute(database.db)
  return rows.map(({ hash }) => hash)
}

const own = () => insertApp(database.db, { ...ada, kind: 'user' })
const org = async () => {
  const made = await insertOrganization(database.db, { [ada.id]: 'admin' })
  return { ...made, path: `/v0.1/orgs/${made.name}` }
}

describe('a picture goes with the last that shows it:', () => {
  test('replaced, by another or by an address', async () => {
    const app = await own()
    const [first, second] = [newPicture(), newPicture()]
    await show(app.path, first)
    await show(app.path, second)
    expect(await listKept()).toEqual([hashOf(second)])
    await show(app.path, second)
    expect(await listKept()).toEqual([hashOf(second)])
    await call(ada.token, 'PATCH', app.path, { icon_url: 'https://example.com/logo.png' })
    expect(await listKept()).toEqual([])
  })

  test('removed from an app or an organization', async () => {
    for (const { path } of [await own(), await org()]) {
      await show(path, newPicture())
      expect((await call(ada.token, 'DELETE', `${path}/avatar`)).status).toBe(200)
      expect(await listKept()).toEqual([])
    }
  })

  test('deleted with the app, or the organization and its apps', async () => {
    const app = await own()
    await show(app.path, newPicture())
    expect((await call(ada.token, 'DELETE', app.path)).status).toBe(204)
    expect(await listKept()).toEqual([])
    const { path, ...resolved } = await org()
    await show(path, newPicture())
    await show((await insertApp(database.db, resolved)).path, newPicture())
    expect(await listKept()).toHaveLength(2)
    expect((await call(ada.token, 'DELETE', path)).status).toBe(204)
    expect(await listKept()).toEqual([])
  })

  test('and stays while another shows the same, or the app has moved', async () => {
    const [app, { path, name }] = [await own(), await org()]
    const shared = newPicture()
    await show(app.path, shared)
    await show(path, shared)
    await call(ada.token, 'DELETE', `${path}/avatar`)
    expect(await listKept()).toEqual([hashOf(shared)])
    expect((await call(ada.token, 'POST', `${app.path}/transfer/${name}`)).status).toBe(200)
    expect(await listKept()).toEqual([hashOf(shared)])
  })
})

test('a picture that somebody is just about to show is not deleted', async () => {
  const app = await own()
  const bytes = newPicture()
  await show(app.path, bytes)
  await database.db.transaction().execute(async (trx) => {
    await sql`update picture set content_type = 'image/png'`.execute(trx)
    expect((await call(ada.token, 'DELETE', `${app.path}/avatar`)).status).toBe(200)
  })
  expect(await listKept()).toEqual([hashOf(bytes)])
})

test('pictures that nothing has shown since before are swept, some at a time; others stay', async () => {
  const app = await own()
  const shown = newPicture()
  await show(app.path, shown)
  const fresh = 'f'.repeat(64)
  await sql`insert into picture select sha256(n::text::bytea), 'image/png', '', now() - interval '1 day'
              from generate_series(1, 450) as n`.execute(database.db)
  await sql`insert into picture values (decode(${fresh}, 'hex'), 'image/png', '', now())`.execute(
    database.db,
  )
  const sweepOnce = sweepPictures()
  const sweep = () => sweepOnce(database.db, new Date(Date.now() - HOUR_MS))
  await sweep()
  expect(await listKept()).toHaveLength(252)
  await sweep()
  await sweep()
  expect(await listKept()).toEqual([hashOf(shown), fresh].toSorted())
})
