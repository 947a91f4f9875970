import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, expectTypeOf, test, vi } from 'vitest'
import {
  type Binnacle,
  cloneBinnacle,
  type NewEvent,
  type NewFault,
  type NewQuotaOutcome,
  type RecordedRequest,
  startBinnacle,
} from '../../bin/emulator.ts'
import type { NewEvent as EventOfServer } from '../../src/areas/service-health/operator/events/wire.ts'
import type { NewFault as FaultOfServer } from '../../src/emulator/faults/rules.ts'
import type { NewOutcome as OutcomeOfServer } from '../../src/emulator/quota-outcomes/rules.ts'
import type { RecordedRequest as RequestOfServer } from '../../src/emulator/requests/requests.ts'
import { openReceiver } from '../support/http/receiver.ts'
import { type Body, below, get, HEALTH, signIn } from '../support/processes/binnacle-calls.ts'
import { testLimits } from '../support/processes/limits.ts'

// Each start is a database of its own.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let binnacle: Binnacle
beforeAll(async () => {
  binnacle = await startBinnacle({
    startTimeoutMs: 240_000,
    env: testLimits({ quotaRetryAfterSeconds: 5 }),
  })
})
afterAll(() => binnacle.stop())

const callUser = ({ httpUrl, settings }: Binnacle) =>
  fetch(`${httpUrl}/v0.1/user`, { headers: { 'x-api-token': settings.BINNACLE_TOKEN ?? '' } })
const folderOf = ({ settings }: Binnacle) => dirname(settings.SECRET_KEY_FILE ?? '')
const listProcesses = (folder: string) =>
  execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(folder))

test('its types are those of the server, although it imports none of them', () => {
  expectTypeOf<NewFault>().toEqualTypeOf<FaultOfServer>()
  expectTypeOf<NewQuotaOutcome>().toEqualTypeOf<OutcomeOfServer>()
  expectTypeOf<RecordedRequest>().toEqualTypeOf<RequestOfServer>()
  expectTypeOf<Required<NewEvent>>().toExtend<EventOfServer>()
})

test('addresses, credentials, sample data', async () => {
  expect((await callUser(binnacle)).status).toBe(200)
  expect(binnacle.accounts.map(({ name }) => name)).toContain('ada')
  expect(binnacle.subscriptions.length).toBeGreaterThan(0)
  expect(binnacle.httpsUrl).toMatch(/^https:\/\/localhost:\d+$/)
})

test('this process trusts its certificate, and that of a clone', async () => {
  await using clone = await binnacle.clone()
  for (const { httpsUrl } of [binnacle, clone])
    expect((await fetch(`${httpsUrl}/livez`)).status).toBe(200)
})

test('what a test says: publish, resolve, deliveries, availability, a decision', async () => {
  const { publish, resolve, setAvailability, decide, deliveries, reset, httpUrl } = binnacle
  const id = binnacle.subscriptions[0]?.id
  const bearer = await signIn(binnacle)
  const read = (path: string) => get(binnacle, below(id, path), bearer)
  const receiver = await openReceiver()
  const notification = `/notifications/v1/subscriptions/${id}/notifications/on-call`
  await fetch(`${httpUrl}${notification}`, {
    method: 'PUT',
    headers: { ...bearer, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'webhook', address: receiver.url('/'), notices: ['events'] }),
  })
  const { trackingId } = await publish({
    eventType: 'ServiceIssue',
    properties: { title: 'Disks are slow' },
  })
  const event = `${HEALTH}/events/${trackingId}?api-version=2025-05-01`
  expect((await read(event)).properties).toMatchObject({ title: 'Disks are slow' })
  await resolve(trackingId, { summary: 'They are fast.' })
  expect((await read(event)).properties.status).toBe('Resolved')
  await expect
    .poll(async () => (await deliveries('on-call')).map(({ state }) => state))
    .toEqual(['delivered', 'delivered'])
  await receiver.close()
  const machine = `resourceGroups/harbour/providers/Microsoft.Compute/virtualMachines/tides`
  const states = `${HEALTH}/availabilityStatuses?api-version=2025-05-01`
  const readStates = async () =>
    (await read(states)).value.map((one: Body) => one.properties.availabilityState).sort()
  expect(await readStates()).toEqual(['Available', 'Degraded'])
  await setAvailability(below(id, machine), { availabilityState: 'Unavailable' })
  expect(await readStates()).toEqual(['Degraded', 'Unavailable'])
  await decide(
    { resource: 'standardNCSv3Family' },
    { decision: 'deny', reason: 'No rack is free.' },
  )
  await expect(decide({ resource: 'none' }, { decision: 'deny', reason: 'None' })).rejects.toThrow(
    'No waiting quota request matches {"resource":"none"}.',
  )
  await reset()
})

test('the controls as functions', async () => {
  const { clock, faults, quotaOutcomes, requests, snapshots, reset } = binnacle
  expect(await clock.advance(86_400)).toMatchObject({ isMoved: true, dueJobs: 0 })
  const { time } = await clock.set({ isFrozen: true })
  const later = await clock.advance({ seconds: 60 })
  expect(Date.parse(later.time) - Date.parse(time)).toBe(60_000)
  await faults.add({ times: 1, effect: { kind: 'status', status: 503 } })
  expect((await callUser(binnacle)).status).toBe(503)
  expect(await requests.assert({ path: '/v0.1/user', status: 503 })).toEqual({ count: 1 })
  await expect(requests.assert({ path: '/none' })).rejects.toThrow('0 recorded requests match')
  await quotaOutcomes.add({ end: { kind: 'stuck' } })
  expect((await quotaOutcomes.list()).value).toMatchObject([{ applied: 0 }])
  expect(await snapshots.take('here')).toEqual({ name: 'here' })
  await snapshots.restore('here')
  await snapshots.remove('here')
  await reset()
  expect((await clock.read()).isMoved).toBe(false)
  expect((await requests.list()).value).toEqual([])
  expect((await quotaOutcomes.list()).value).toEqual([])
})

test('after a reset, no quota request of the sample data waits for a decision by a rule', async () => {
  const { clock, quotaOutcomes, reset } = binnacle
  await reset()
  await quotaOutcomes.add({ end: { kind: 'deny' } })
  expect(await clock.advance(1)).toMatchObject({ dueJobs: 0 })
  expect((await quotaOutcomes.list()).value).toMatchObject([{ applied: 0 }])
  await reset()
})

test('two at once have nothing in common, and nothing is left after the end', async () => {
  const other = await startBinnacle({ empty: true, startTimeoutMs: 240_000 })
  await other.faults.add({ effect: { kind: 'cut' } })
  expect((await callUser(binnacle)).status).toBe(200)
  expect(other.subscriptions).toEqual([])
  const folder = folderOf(other)
  await other.stop()
  await other.stop()
  expect(existsSync(folder)).toBe(false)
  expect(listProcesses(folder)).toEqual([])
})

test('a clone has the data after the start, and shares nothing else', async () => {
  const [first, second] = await Promise.all([binnacle.clone(), cloneBinnacle(binnacle.settings)])
  const listApps = async ({ httpUrl, settings }: Binnacle) => {
    const headers = { 'x-api-token': settings.BINNACLE_TOKEN ?? '' }
    return (await fetch(`${httpUrl}/v0.1/apps`, { headers })).text()
  }
  expect(await listApps(first)).toBe(await listApps(binnacle))
  expect(first.accounts).toEqual(binnacle.accounts)
  const created = await fetch(`${first.httpUrl}/v0.1/apps`, {
    method: 'POST',
    headers: {
      'x-api-token': first.settings.BINNACLE_TOKEN ?? '',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ display_name: 'Only here', os: 'Linux', platform: 'Custom' }),
  })
  expect(created.status).toBe(201)
  expect(await listApps(second)).toBe(await listApps(binnacle))
  await first.clock.advance(86_400)
  await first.faults.add({ effect: { kind: 'cut' } })
  expect((await callUser(second)).status).toBe(200)
  expect((await second.clock.read()).isMoved).toBe(false)
  const operator = { authorization: `Bearer ${second.settings.OPERATOR}` }
  expect(
    (await fetch(`${second.httpUrl}/operator/v1/accounts`, { headers: operator })).status,
  ).toBe(200)
  await first.reset()
  expect(await listApps(first)).toBe(await listApps(binnacle))
  await Promise.all([first.stop(), second.stop()])
  await first.stop()
  await expect(callUser(first)).rejects.toThrow('fetch failed')
  expect((await callUser(binnacle)).status).toBe(200)
})

test('a clone of a clone is refused, and so is one of data that is kept', async () => {
  await using clone = await binnacle.clone()
  await expect(clone.clone()).rejects.toThrow('its own PostgreSQL')
})

test('it ends with the program that started it, even if that is killed', async () => {
  const script = `
    import { startBinnacle } from ${JSON.stringify(new URL('../../bin/emulator.ts', import.meta.url).href)}
    const { settings } = await startBinnacle({ empty: true, startTimeoutMs: 240_000 })
    console.log(settings.SECRET_KEY_FILE)
    setInterval(() => undefined, 1000)`
  const runner = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [file] = await once(createInterface({ input: runner.stdout }), 'line')
  const folder = dirname(String(file))
  expect(listProcesses(folder).length).toBeGreaterThan(0)
  runner.kill('SIGKILL')
  await vi.waitFor(() => expect([existsSync(folder), listProcesses(folder)]).toEqual([false, []]), {
    timeout: 60_000,
    interval: 200,
  })
})

test('a start that fails says why', async () => {
  await expect(startBinnacle({ env: { QUOTA_RULES: 'decrease=perhaps' } })).rejects.toThrow(
    'QUOTA_RULES',
  )
})
