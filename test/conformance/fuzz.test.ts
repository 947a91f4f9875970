import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { ORIGIN, type Reader } from '../health-calls.ts'
import { useQuota } from '../quota.ts'
import { chooser } from '../random.ts'
import { forgeBearer } from '../signed-in.ts'
import { insertApp, insertOrganization, insertPerson } from '../world.ts'

const quota = useQuota({ RATE_LIMITS: 'false' }, { runsJobs: false })
const UUID = '0199d4c0-7a5e-7c3f-8000-000000000000'
const GARBAGE_PER_PARAMETER = 5
const GARBAGE_PER_PROPERTY = 3
const DEEPEST = 6000

type Schema = { $ref?: string; type?: string; properties?: Record<string, Schema> }
type Operation = {
  parameters?: { in: string; name: string; required?: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
}
type Document = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

/** Percent-encoded where no client would send it: half a surrogate pair, NUL, what is not UTF-8. */
const TEXTS = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%ff',
  '%F0%9F%9A%A2',
  '',
  '%20',
  '%27',
  '%22',
  '%5C',
  '%25',
  '_',
  'null',
  'true',
  '[]',
  '%7B%7D',
  '..%2F..',
  'x'.repeat(450),
  'AAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  UUID,
  UUID.toUpperCase(),
  `%7B${UUID}%7D`,
]
const NUMBERS = ['0', '-1', '1e400', 'NaN', '99999999999999999999', '-9223372036854775809', '1.5']
const TIMES = [
  '2016-12-31T23:59:60Z',
  '2016-12-31T23:59:60.5%2B00:00',
  '2026-02-30',
  '2026-02-30T00:00:00Z',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-14:00',
  '%2B294277-01-01T00:00:00Z',
  '-271821-04-20T00:00:00.000Z',
]
const CURSORS = [
  ...TIMES.map((time) => `${time}_${UUID}`),
  `2026-01-01T00:00:00.000Z_${UUID}`,
  '2026-01-01T00:00:00.000Z_x',
  `%2B275760-09-13T00:00:00.000Z_${UUID}`,
]
const FILTERS = [
  ...TIMES.map((time) => `impactStartTime%20ge%20${time}`),
  ...TIMES.map((time) => `requestSubmitTime%20ge%20${time}`),
  ...NUMBERS.map((number) => `priority%20eq%20${number}`),
  "region%20eq%20'%00'",
  "region%20eq%20'%ED%A0%80'",
]
const GARBAGE = [...TEXTS, ...NUMBERS, ...TIMES, ...CURSORS]

/** What JSON can say and nothing can keep, beside what is merely wrong. */
const VALUES = [
  '"\\u0000"',
  '"\\ud800"',
  '"2016-12-31T23:59:60Z"',
  '"+294277-01-01T00:00:00Z"',
  `"${'x'.repeat(5000)}"`,
  '""',
  '1e400',
  '9223372036854775808',
  '-1',
  '[]',
  '{}',
  'null',
  '[null]',
  '["\\u0000"]',
  '{"\\u0000":1}',
  'true',
]
const DEEP = `${'{"a":'.repeat(DEEPEST)}1${'}'.repeat(DEEPEST)}`
const DEEP_LIST = `${'['.repeat(DEEPEST)}${']'.repeat(DEEPEST)}`
const DEEPEST_LIST = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

const read = (name: string): Document =>
  JSON.parse(readFileSync(new URL(`../../openapi/${name}.json`, import.meta.url), 'utf8'))

const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)
const choose = chooser(seed)
const pick = (from: readonly string[], count: number) =>
  Array.from({ length: count }, () => from[choose(from.length)] ?? '')

let operator: string
let reader: Reader
let token: string
const known: Record<string, string> = {
  subscriptionId: 'sub-a',
  subscription_id: 'sub-a',
  owner_name: 'yard',
  org_name: 'yard',
  destination_owner_name: 'yard',
  app_name: 'tide',
  user_name: 'ada',
  user_email: 'ada@example.com',
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
  known.trackingId = (await quota.operate('POST', '/events', event)).body.trackingId
  const ada = await insertPerson(quota.database.db, 'ada')
  token = ada.token
  const yard = await insertOrganization(quota.database.db, { [ada.id]: 'admin' }, 'yard')
  await insertApp(quota.database.db, { ...yard, kind: 'org' }, { [ada.id]: 'manager' }, 'tide')
})

const AREAS: Record<string, () => [version: string, headers: Record<string, string>]> = {
  'app-management': () => ['', { 'X-API-Token': token }],
  'service-health': () => ['2025-05-01', { Authorization: `Bearer ${reader.bearer}` }],
  quota: () => ['2020-10-25', { Authorization: `Bearer ${reader.bearer}` }],
  operator: () => ['', { Authorization: `Bearer ${operator}` }],
}

type Sent = { method: string; url: string; body: string | undefined }

/** Every operation of a document, one parameter of it at a time filled with garbage. */
function requestsOf(document: Document, version: string): Sent[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => [
      ...withParameters(path, method, operation, version),
      ...withBodies(document, path, method, operation, version),
    ]),
  )
}

function withParameters(
  path: string,
  method: string,
  { parameters = [] }: Operation,
  version: string,
): Sent[] {
  const isRead = method === 'get'
  // Changes with a path that is right would be carried out.
  const chosen = parameters.filter((each) => isRead || each.in !== 'query')
  return chosen.flatMap(({ name }) =>
    pick(/filter/i.test(name) ? FILTERS : GARBAGE, GARBAGE_PER_PARAMETER).map((value) => ({
      method: method.toUpperCase(),
      url: fill(path, parameters, version, { [name]: value }),
      body: isRead ? undefined : '{}',
    })),
  )
}

function withBodies(
  document: Document,
  path: string,
  method: string,
  operation: Operation,
  version: string,
): Sent[] {
  if (!operation.requestBody || method === 'delete') return []
  const url = fill(path, operation.parameters ?? [], version, {})
  return bodiesOf(document, operation).map((body) => ({ method: method.toUpperCase(), url, body }))
}

function fill(
  path: string,
  parameters: NonNullable<Operation['parameters']>,
  version: string,
  values: Record<string, string>,
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? known[name] ?? UUID)
  const query = parameters
    .filter((each) => each.in === 'query' && (values[each.name] !== undefined || each.required))
    .map(({ name }) => `${encodeURIComponent(name)}=${values[name] ?? version}`)
  return `${filled}?${query.join('&')}`
}

function bodiesOf(document: Document, { requestBody }: Operation): string[] {
  const [content] = Object.values(requestBody?.content ?? {})
  const { properties = {} } = resolve(document, content?.schema ?? {})
  const names = Object.keys(properties)
  return [
    DEEP,
    DEEP_LIST,
    DEEPEST_LIST,
    ...names.map((name) => `{"${name}":${choose(2) ? DEEP : DEEP_LIST}}`),
    ...names.flatMap((name) =>
      pick(VALUES, GARBAGE_PER_PROPERTY).map((value) => `{"${name}":${value}}`),
    ),
  ]
}

const resolve = ({ components }: Document, schema: Schema): Schema =>
  schema.$ref ? (components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema

test.each(Object.keys(AREAS))(
  'no garbage in a path, a query, a cursor or a body makes %s fail',
  async (area) => {
    const [version, headers] = AREAS[area]?.() ?? ['', {}]
    const faults: string[] = []
    let sent = 0
    let refused = 0
    for (const { method, url, body } of requestsOf(read(area), version)) {
      const response = await fetch(`${quota.server.url}${url}`, {
        method,
        headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
        ...(body && { body }),
      })
      await response.text()
      sent++
      if (response.status === 401) refused++
      if (response.status >= 500) {
        faults.push(`${response.status} ${method} ${url} ${body?.slice(0, 80) ?? ''}`)
      }
    }
    console.log(`${area}: ${sent} requests, ${faults.length} failed, seed ${seed}`)
    expect(faults).toEqual([])
    // Who is not let in reaches nothing that could fail.
    expect(refused).toBeLessThan(sent / 10)
    expect(sent).toBeGreaterThan(30)
  },
  120_000,
)

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
  const { status, body } = await quota.operate('PATCH', '/subscriptions/sub-a/quota', { value: [] })
  expect([status, body.error.code]).toEqual([400, 'InvalidParameter'])
})
