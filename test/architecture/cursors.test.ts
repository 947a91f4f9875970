import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { Reader } from '../support/http/service-health.ts'
import { forgeBearer } from '../support/http/signed-in.ts'
import { ORIGIN } from '../support/server/health-calls.ts'
import { useQuota } from '../support/server/quota.ts'
import { insertApp, insertOrganization, insertPerson } from '../support/world/world.ts'

const quota = useQuota({ RATE_LIMITS: 'false' }, { runsJobs: false })
const UUID = '0199d4c0-7a5e-7c3f-8000-000000000000'

type Parameters = { in: string; name: string; required?: boolean }[]
type Document = { paths: Record<string, Record<string, { parameters?: Parameters }>> }

const read = (name: string): Document =>
  JSON.parse(readFileSync(new URL(`../../openapi/${name}.json`, import.meta.url), 'utf8'))

let operator: string
let reader: Reader
const known: Record<string, string> = {
  subscriptionId: 'sub-a',
  subscription_id: 'sub-a',
  owner_name: 'yard',
  app_name: 'tide',
  providerId: 'Microsoft.Compute',
  provider: 'Microsoft.Compute',
  location: 'eastus',
  resourceName: 'standardFSv2Family',
}
beforeAll(async () => {
  const { database, installation } = quota
  const { id } = await insertPerson(database.db, 'second')
  await database.db.updateTable('account').set({ is_operator: true }).where('id', '=', id).execute()
  operator = await forgeBearer(database.db, installation.seal, ORIGIN, {
    sub: id,
    aud: `${ORIGIN}/v0.1`,
    scope: 'account',
    client_id: 'portal',
    exp: Math.floor(Date.now() / 1000) + 3600,
  })
  reader = await quota.addReader('reader')
  await quota.addSubscription('sub-a', { [reader.id]: 'owner' })
  const event = { audience: { kind: 'everyone' }, eventType: 'ServiceIssue' }
  known.trackingId = (await quota.callAsOperator('POST', '/events', event)).body.trackingId
  const ada = await insertPerson(quota.database.db, 'ada')
  const yard = await insertOrganization(quota.database.db, { [ada.id]: 'admin' }, 'yard')
  await insertApp(quota.database.db, { ...yard, kind: 'org' }, { [ada.id]: 'manager' }, 'tide')
})

const AREAS: Record<string, () => [version: string, headers: Record<string, string>]> = {
  'service-health': () => ['2025-05-01', { Authorization: `Bearer ${reader.bearer}` }],
  quota: () => ['2020-10-25', { Authorization: `Bearer ${reader.bearer}` }],
  subscriptions: () => ['2022-12-01', { Authorization: `Bearer ${reader.bearer}` }],
  'quota-extension': () => ['2025-03-01', { Authorization: `Bearer ${reader.bearer}` }],
  operator: () => ['', { Authorization: `Bearer ${operator}` }],
}

function fill(
  path: string,
  parameters: Parameters,
  version: string,
  values: Record<string, string>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? known[name] ?? UUID)
  const query = parameters
    .filter((each) => each.in === 'query' && (values[each.name] !== undefined || each.required))
    .map(({ name }) => `${encodeURIComponent(name)}=${values[name] ?? version}`)
  return `${filled}?${query.join('&')}`
}

const bad = (status: number) => expect(status).toBe(400)

const isCursor = ({ name }: { name: string }) => name.toLowerCase() === '$skiptoken'
const lists = Object.keys(AREAS).flatMap((area) =>
  Object.entries(read(area).paths).flatMap(([path, { get }]) => {
    const cursor = get?.parameters?.find(isCursor)
    return cursor ? [{ area, path, parameters: get?.parameters ?? [], name: cursor.name }] : []
  }),
)

test.each(lists)(
  '400: garbage in the cursor of $path',
  async ({ area, path, parameters, name }) => {
    const [version, headers] = AREAS[area]?.() ?? ['', {}]
    for (const cursor of ['garbage!!', '%00', '%ED%A0%80', `-271821-04-20T00:00:00.000Z_${UUID}`]) {
      const url = `${quota.server.url}${fill(path, parameters, version, { [name]: cursor })}`
      const response = await fetch(url, { headers })
      expect([url, response.status]).toEqual([url, 400])
      expect(await response.text()).toContain('InvalidSkipToken')
    }
  },
)

test('every list that has pages is among those that refuse garbage', () => {
  expect(lists.length).toBeGreaterThan(13)
})

test.each(['from', 'to'])(
  '400: a leap second, and a time nothing can keep, in %s',
  async (name) => {
    for (const time of ['2016-12-31T23:59:60Z', '0000-01-01T00:00:00Z']) {
      const url = `${quota.server.url}/operator/v1/audit?${name}=${time}`
      bad((await fetch(url, { headers: { Authorization: `Bearer ${operator}` } })).status)
    }
  },
)

test('400: a patch of quota that names nothing', async () => {
  const { status, body } = await quota.callAsOperator('PATCH', '/subscriptions/sub-a/quota', {
    value: [],
  })
  expect([status, body.error.code]).toEqual([400, 'InvalidParameter'])
})
