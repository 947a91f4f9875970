import { beforeAll, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database/use-database.ts'
import { caller } from '../../../../test/support/http/http.ts'
import { useServer } from '../../../../test/support/server/server.ts'
import { insertPerson, type Person } from '../../../../test/support/world/world.ts'

const database = useDatabase()
const server = useServer({ databaseUrl: database.url })
const call = caller(server)

let ada: Person
beforeAll(async () => {
  ada = await insertPerson(database.db, 'ada')
})

test('404: what is not served has a code of its own and is counted by its name; others by one', async () => {
  const retired = [
    ['GET', '/v0.1/apps/ada/tide/crash_groups'],
    ['GET', '/v0.1/apps/ada/tide/crash_groups'],
    ['POST', '/v0.1/orgs/harbour/teams'],
    ['GET', '/v0.1/apps/ada/tide/analytics/versions'],
  ]
  const unknown = [
    ['GET', '/v0.1/apps/ada/tide/secrets-of-mine'],
    ['PATCH', '/v0.1/apps/ada/tide/crash_groups'],
    ['GET', '/v0.1'],
  ]
  const expectRefusals = async (paths: string[][], code: string) => {
    for (const [method = '', path = ''] of paths) {
      const { status, body } = await call(ada.token, method, path)
      expect([path, status, body.code, body.statusCode]).toEqual([path, 404, code, 404])
      expect(body.message).toContain('does not have this operation')
    }
  }
  await expectRefusals(retired, 'OperationNotServed')
  await expectRefusals(unknown, 'Not Found')
  const { values } = await server.metrics.retiredOperations.get()
  expect(Object.fromEntries(values.map(({ labels, value }) => [labels.operation, value]))).toEqual({
    crashGroups_list: 2,
    teams_createTeam: 1,
    analytics_versions: 1,
    other: 3,
  })
})

test('who is not known learns nothing, and is not counted', async () => {
  server.metrics.retiredOperations.reset()
  expect((await call(undefined, 'GET', '/v0.1/apps/ada/tide/releases')).status).toBe(401)
  expect((await server.metrics.retiredOperations.get()).values).toEqual([])
})
