import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { caller, NEW_TOKEN } from '../../../../test/support/http/http.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import {
  insertOrganization,
  insertPerson,
  type Person,
} from '../../../../test/support/world/world.ts'

const database = useDatabase()
const server = useServer({ databaseUrl: database.url })
const specified = useServer({ databaseUrl: database.url, env: { ORG_TOKENS: 'false' } })
const call = caller(server)

let ada: Person
const own = '/v0.1/api_tokens'
beforeAll(async () => {
  ada = await insertPerson(database.db, 'ada')
})

const create = (path: string, body = {}) => call(ada.token, 'POST', path, { ...NEW_TOKEN, ...body })
const list = async (path: string) => (await call(ada.token, 'GET', path)).body

describe('A17: the kind of a token is user or app', () => {
  const input = { description: 'kinds', scope: ['all'] }

  test('the kind that is ours goes with ORG_TOKENS=false, and no other is left', async () => {
    const { name } = await insertOrganization(database.db, { [ada.id]: 'admin' })
    const path = `/v0.1/orgs/${name}/api_tokens`
    expect((await create(path, input)).body.kind).toBe('org')
    expect((await caller(specified)(ada.token, 'POST', path, input)).status).toBe(404)
    const { paths } = (await caller(specified)(undefined, 'GET', '/openapi/app-management.json'))
      .body
    const creating = Object.keys(paths).filter(
      (path) => /api_tokens$/.test(path) && paths[path].post,
    )
    expect(creating.sort()).toEqual([own, '/v0.1/apps/{owner_name}/{app_name}/api_tokens'])
  })
})

test('one that was made before its start was stored says nothing of it', async () => {
  const { body } = await create(own)
  const { db } = database
  await db.updateTable('api_token').set({ secret_start: null }).where('id', '=', body.id).execute()
  const listed = (await list(own)).find(({ id }: { id: string }) => id === body.id)
  expect(listed).not.toHaveProperty('value_start')
})
