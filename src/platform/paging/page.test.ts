import { createHash, createHmac, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../test/support/database/use-database.ts'
import type { Answer } from '../../../test/support/http/http.ts'
import { isWaiting } from '../../../test/support/http/quota.ts'
import { namesOf, type Reader } from '../../../test/support/http/service-health.ts'
import { atOrigin, ORIGIN, openHealth } from '../../../test/support/server/health-calls.ts'
import { ASK_A_PERSON, openQuota } from '../../../test/support/server/quota.ts'
import { useServer } from '../../../test/support/server/server.ts'
import { openSeal } from '../crypto/seal.ts'

const database = useDatabase()
const seal = openSeal(randomBytes(32))
const server = useServer({
  databaseUrl: database.url,
  seal,
  runsJobs: true,
  env: { PUBLIC_URL: ORIGIN, ...ASK_A_PERSON },
})
const installation = atOrigin({ url: () => server.url, db: () => database.db, seal })
const [health, quota] = [openHealth(installation), openQuota(installation)]
const SUBSCRIPTION = 'sub-b'
const PROVIDER = ['microsoft.compute', 'eastus']

let reader: Reader
beforeAll(async () => {
  quota.setOperator(await health.addOperator())
  await quota.loadStarter()
  reader = await health.addReader()
  for (const id of ['sub-a', SUBSCRIPTION, 'sub-c'])
    await health.addSubscription(id, { [reader.id]: 'owner' })
})

/** A cursor as the server signs it, so that a page can begin anywhere. */
function sign(position: object, list: readonly string[]): string {
  const bytes = Buffer.from(JSON.stringify(position))
  const signature = createHmac('sha256', seal.deriveKeys('binnacle page markers')[0] ?? '')
    .update(createHash('sha256').update(JSON.stringify(list)).digest())
    .update(bytes)
    .digest()
    .subarray(0, 16)
  return Buffer.concat([signature, bytes]).toString('base64url')
}

const idsOf = ({ body }: Answer, name: string): string[] =>
  body.value.map((row: Record<string, string>) => row[name])

const operatorList = async (path: string, cursor?: string) => {
  const separator = path.includes('?') ? '&' : '?'
  const rest = cursor === undefined ? '' : `${separator}$skiptoken=${encodeURIComponent(cursor)}`
  const answer = await health.callAsOperator('GET', `${path}${rest}`)
  expect(answer.status).toBe(200)
  return answer
}

describe('a cursor leads to what follows its row', () => {
  test('events', async () => {
    const [first] = [await health.publish(), await health.publish(), await health.publish()]
    const all = namesOf(await health.list(reader, SUBSCRIPTION))
    const { body } = await health.get(reader, SUBSCRIPTION, all[1] ?? '')
    const time = Date.parse(body.properties.lastUpdateTime)
    const list = ['events', SUBSCRIPTION, '', '']
    const $skipToken = sign({ start: 0, time, id: all[1] }, list)
    const page = await health.list(reader, SUBSCRIPTION, { $skipToken })
    expect(namesOf(page)).toEqual(all.slice(2))
    expect(namesOf(page)).toContain(first)
    expect((await health.list(reader, 'sub-a', { $skipToken })).status).toBe(400)
  })

  test('limits', async () => {
    const path = quota.path(SUBSCRIPTION, 'serviceLimits')
    const all = idsOf(await quota.send(reader, 'GET', path), 'name')
    const list = ['limits', SUBSCRIPTION, ...PROVIDER]
    const cursor = sign({ key: all[1]?.toLowerCase() }, list)
    const target = `${path}?api-version=2020-10-25&$skiptoken=${cursor}`
    expect(idsOf(await quota.send(reader, 'GET', target), 'name')).toEqual(all.slice(2))
  })

  test('quota requests, and those that await a decision', async () => {
    for (const resource of ['standardDSv3Family', 'standardFSv2Family', 'standardEv3Family'])
      await quota.put(reader, SUBSCRIPTION, resource, 32)
    const path = quota.path(SUBSCRIPTION, 'serviceLimitsRequests')
    const { value } = (await quota.send(reader, 'GET', path)).body
    const time = Date.parse(value[0].properties.requestSubmitTime)
    const list = ['quota requests', SUBSCRIPTION, ...PROVIDER, '']
    const cursor = sign({ time, id: value[0].id }, list)
    const target = `${path}?api-version=2020-10-25&$skiptoken=${cursor}`
    const rest = idsOf(await quota.send(reader, 'GET', target), 'id')
    expect(rest).toEqual([value[1].id, value[2].id])
    for (const { id } of value) await quota.waitForRequest(reader, SUBSCRIPTION, id, isWaiting)
    const waiting = (await operatorList('/quota/waiting')).body.value
    const position = { time: Date.parse(waiting[0].waitingSince), id: waiting[0].subRequestId }
    const after = await operatorList('/quota/waiting', sign(position, ['listWaiting']))
    expect([waiting.length, after.body.value]).toEqual([3, waiting.slice(1)])
  })

  test.each([
    ['accounts', '/accounts', 'id', ['accounts', '']],
    ['accounts that were searched for', '/accounts?search=example', 'id', ['accounts', 'example']],
    ['subscriptions', '/subscriptions', 'id', ['subscriptions', '']],
    ['organizations', '/organizations', 'id', ['organizations']],
    ['events of operators', '/events', 'trackingId', ['all events']],
  ])('%s', async (_what, path, id, list) => {
    const all = idsOf(await operatorList(path), id)
    expect(all.length).toBeGreaterThan(1)
    expect(idsOf(await operatorList(path, sign({ id: all[0] }, list)), id)).toEqual(all.slice(1))
  })

  test('API tokens', async () => {
    const path = `/accounts/${reader.id}/tokens`
    const all = idsOf(await operatorList(path), 'id')
    const cursor = sign({ id: all[0] }, ['tokens', 'account', reader.id])
    expect(idsOf(await operatorList(path, cursor), 'id')).toEqual(all.slice(1))
  })

  test('the audit trail', async () => {
    const [first, ...rest] = (await operatorList('/audit')).body.value
    const position = { time: Date.parse(first.at), id: first.id }
    const cursor = sign(position, ['audit', '', '', '', '', ''])
    expect(idsOf(await operatorList('/audit', cursor), 'id')).toEqual(
      rest.map((row: { id: string }) => row.id),
    )
  })
})

test('a cursor is valid for the list that it was written for, and refused at any other', async () => {
  const all = idsOf(await operatorList('/accounts'), 'id')
  const cursor = sign({ id: all[0] }, ['accounts', ''])
  expect(idsOf(await operatorList('/accounts', cursor), 'id')).toEqual(all.slice(1))
  for (const other of ['/accounts?search=example', '/organizations?', '/audit?', '/events?']) {
    const { status, body } = await health.callAsOperator('GET', `${other}&$skiptoken=${cursor}`)
    expect([other, status, body.error.code]).toEqual([other, 400, 'InvalidSkipToken'])
  }
  const unsigned = await health.callAsOperator('GET', `/accounts?$skiptoken=${all[0]}`)
  expect(unsigned.status).toBe(400)
})
