import { randomBytes } from 'node:crypto'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { useDatabase } from '../../test/support/database/use-database.ts'
import { openCollector, type ReceivedSpan } from '../../test/support/http/collector.ts'
import { openProvider } from '../../test/support/http/provider.ts'
import { work } from '../../test/support/processes/processes.ts'
import { type ServingHere, serveHere } from '../../test/support/processes/serve-here.ts'
import { atOrigin } from '../../test/support/server/health-calls.ts'
import { openQuota } from '../../test/support/server/quota.ts'
import { insertPerson } from '../../test/support/world/world.ts'
import { readSeal } from '../platform/crypto/seal.ts'

const database = useDatabase()
const collector = await openCollector()
afterAll(collector.close)
const provider = await openProvider()
afterAll(provider.close)
const folder = mkdtempSync(join(tmpdir(), 'binnacle-key-'))
afterAll(() => rmSync(folder, { recursive: true }))
const SECRET_KEY_FILE = join(folder, 'key')
writeFileSync(SECRET_KEY_FILE, randomBytes(32).toString('hex'), { mode: 0o600 })
const TRACED = {
  PUBLIC_URL: 'http://binnacle.example',
  SECRET_KEY_FILE,
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=platform%20team',
}
const start = (env: Record<string, string> = {}) =>
  serveHere({ DATABASE_URL: database.url, ...TRACED, ...env })
const startWork = (env: Record<string, string> = {}) =>
  work({ DATABASE_URL: database.url, ...TRACED, ...env })

let server: ServingHere
beforeAll(async () => {
  server = await start({ OUTGOING_EXCEPTIONS: `providers=${provider.host}`, RUN_JOBS: 'false' })
})
afterAll(() => server.stop())

const TRACE_ID = '4bf92f3577b34da6a3ce929d0e0e4736'
const CALLER = { traceparent: `00-${TRACE_ID}-00f067aa0ba902b7-01` }
const call = (path: string, init: RequestInit = {}, { addresses: [url] } = server) =>
  fetch(`${url}${path}`, init)

/** Waits until spans with these names have arrived; those that belong together are sent together. */
async function findSpans(isOf: (span: ReceivedSpan) => boolean, ...names: string[]) {
  const find = () => collector.findSpans().filter(isOf)
  await expect.poll(() => find().map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  return find()
}
const inTrace =
  (id: string) =>
  ({ traceId }: ReceivedSpan) =>
    traceId === id

/** A body that arrives later than its headers: what follows it is part of the request all the same. */
async function* late(body: object) {
  await delay(200)
  yield Buffer.from(JSON.stringify(body))
}

test('a request is a span with a link to its caller; its shared read and its statements are below it', async () => {
  const { token } = await insertPerson(database.db)
  const answer = await call('/v0.1/apps', {
    method: 'POST',
    headers: { 'X-API-Token': token, 'Content-Type': 'application/json', ...CALLER },
    body: late({ display_name: 'Traced', os: 'iOS', platform: 'Objective-C-Swift' }),
    duplex: 'half',
  } as RequestInit)
  expect(answer.status).toBe(201)
  const isLinked = ({ links }: ReceivedSpan) => links.includes('00f067aa0ba902b7')
  const [{ traceId = '' } = {}] = await findSpans(isLinked, 'POST /v0.1/apps')
  expect(traceId).not.toBe(TRACE_ID)
  const spans = await findSpans(inTrace(traceId), 'POST /v0.1/apps', 'BEGIN', 'COMMIT')
  const request = spans.find(({ name }) => name === 'POST /v0.1/apps')
  expect(request).toMatchObject({
    kind: 2,
    attributes: {
      'http.route': '/v0.1/apps',
      'http.response.status_code': 201,
      'binnacle.request_id': answer.headers.get('x-ms-request-id'),
    },
  })
  const below = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(below.length).toBe(spans.length - 1)
  const read = below.find(({ name }) => name.startsWith('shared read '))
  expect(read?.links).toEqual([request?.spanId])
  expect(below.map(({ attributes }) => attributes['db.query.text'])).toContainEqual(
    expect.stringMatching(/^insert into "app"/),
  )
  expect(collector.headers[0]).toMatchObject({ 'x-tenant': 'platform team' })
  const [line] = server
    .readLog()
    .split('\n')
    .filter((text) => text.includes(traceId))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ msg: 'request', traceId })
})

test('requests that share a read are links of one span', async () => {
  const { token } = await insertPerson(database.db)
  const headers = { 'X-API-Token': token }
  await Promise.all(Array.from({ length: 40 }, () => call('/v0.1/user', { headers })))
  const isRead = ({ name, links }: ReceivedSpan) =>
    name === 'GET /v0.1/user' || (name.startsWith('shared read ') && links.length > 1)
  await expect
    .poll(() => collector.findSpans().filter(({ name }) => name === 'GET /v0.1/user').length)
    .toBe(40)
  const spans = collector.findSpans().filter(isRead)
  const requests = new Set(
    spans.filter(({ name }) => name.startsWith('GET')).map(({ spanId }) => spanId),
  )
  const batches = spans.filter(({ name }) => name.startsWith('shared read '))
  expect(batches.length).toBeGreaterThan(0)
  for (const { links, attributes, parentSpanId } of batches) {
    expect(links.filter((id) => !requests.has(id))).toEqual([])
    expect(new Set(links).size).toBe(links.length)
    expect(attributes['db.operation.batch.size']).toBe(links.length)
    expect(parentSpanId).toBe(links[0])
  }
})

test('a job in another process, and the call that it makes, go on with the trace of the request', async () => {
  const worker = await startWork({ OUTGOING_EXCEPTIONS: `providers=${provider.host}` })
  onTestFinished(async () => void (await worker.stop('SIGKILL')))
  const quota = openQuota(
    atOrigin({
      url: () => server.addresses[0] ?? '',
      db: () => database.db,
      seal: readSeal(SECRET_KEY_FILE),
    }),
  )
  await quota.addOperator()
  await quota.loadStarter()
  const ada = await quota.addReader('ada')
  await quota.addSubscription('sub-a', { [ada.id]: 'owner' })
  await quota.callAsOperator('PUT', '/quota/providers/Microsoft.Compute/endpoint', {
    url: provider.url,
  })
  const { body } = await quota.put(ada, 'sub-a', 'cores', 30)
  await quota.waitForRequest(ada, 'sub-a', body.requestId)
  const [, id = ''] = /^00-(\w{32})-/.exec(provider.calls[0]?.headers.traceparent ?? '') ?? []
  // Each process sends its own spans, so the request may arrive after the jobs.
  const request = expect.stringMatching(/^PUT \/subscriptions\//)
  const jobs = ['job quota.decide', 'job quota.fulfil']
  const spans = await findSpans(inTrace(id), request, ...jobs, 'POST')
  const [put] = spans.filter(({ name }) => name.startsWith('PUT /subscriptions/'))
  const [job] = spans.filter(({ name }) => name === 'job quota.fulfil')
  const [sent] = spans.filter(({ name }) => name === 'POST')
  expect(put).toBeDefined()
  expect(job?.kind).toBe(5)
  expect(sent).toMatchObject({ parentSpanId: job?.spanId, kind: 3 })
  expect(provider.calls[0]?.headers.traceparent).toContain(sent?.spanId)
  expect(sent?.attributes['http.response.status_code']).toBe(204)
})

test('spans hold no token, e-mail address or URL', async () => {
  const { token, email, name } = await insertPerson(database.db)
  await call(`/v0.1/user?who=${email}`, { headers: { 'X-API-Token': token } })
  await call(`/v0.1/apps/${name}/nothing`, { headers: { 'X-API-Token': token, ...CALLER } })
  await findSpans(() => true, 'GET /v0.1/apps/:owner_name/:app_name')
  const text = collector.readText()
  for (const secret of [token, email, name]) expect(text).not.toContain(secret)
})

test('the ratio decides which traces are sent, not the caller; with OUTGOING=off none is', async () => {
  const other = await openCollector()
  onTestFinished(other.close)
  const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: other.url, RUN_JOBS: 'false' }
  for (const env of [{ OTEL_TRACES_SAMPLER_ARG: '0' }, { OUTGOING: 'off' }, {}]) {
    const quiet = await start({ ...settings, ...env })
    const { status } = await call('/v0.1/user', { headers: CALLER }, quiet)
    expect(status).toBe(401)
    await quiet.stop()
    const isSent = Object.keys(env).length === 0
    expect(other.findSpans().length > 0, JSON.stringify(env)).toBe(isSent)
    expect(quiet.readLog().includes('OUTGOING is off, so no traces are sent')).toBe(
      'OUTGOING' in env,
    )
  }
})

test('with OUTGOING=off, a process that runs jobs sends nothing', async () => {
  const other = await openCollector()
  onTestFinished(other.close)
  for (const OUTGOING of ['off', 'on']) {
    const worker = await startWork({ OTEL_EXPORTER_OTLP_ENDPOINT: other.url, OUTGOING })
    onTestFinished(async () => void (await worker.stop('SIGKILL')))
    expect(await worker.stop()).toBe(0)
    expect(other.findSpans().length > 0, OUTGOING).toBe(OUTGOING === 'on')
    expect(worker.readLog().includes('OUTGOING is off, so no traces are sent')).toBe(
      OUTGOING === 'off',
    )
  }
})

test('without a collector requests are answered, one line says it, and the process ends in time', async () => {
  const gone = await openCollector()
  await gone.close()
  const lonely = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: gone.url, RUN_JOBS: 'false' })
  for (let n = 0; n < 20; n++) expect((await call('/v0.1/user', {}, lonely)).status).toBe(401)
  const startedAt = performance.now()
  await lonely.stop()
  expect(performance.now() - startedAt).toBeLessThan(8000)
  const lines = lonely.readLog().split('\n')
  expect(lines.filter((line) => line.includes('traces could not be sent')).length).toBe(1)
})

test('nothing of OpenTelemetry is loaded unless something is traced', () => {
  const sources = globSync('src/**/*.ts', { exclude: (name) => name.endsWith('.test.ts') })
  const loading = (pattern: RegExp) =>
    sources.filter((file) => pattern.test(readFileSync(file, 'utf8')))
  expect(loading(/^(import (?!type)|\} )[^\n]*from '@opentelemetry/m)).toEqual([
    'src/platform/traces/traces.ts',
  ])
  expect(loading(/^import (?!type)[^\n]*\/traces\/traces\.ts'/m)).toEqual([])
  expect(loading(/await import\('\.\.\/platform\/traces\/traces\.ts'\)/)).toEqual([
    'src/processes/traces.ts',
  ])
})
