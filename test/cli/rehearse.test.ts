import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Binnacle, startBinnacle } from '../../bin/emulator.ts'
import { runRehearse } from '../../src/processes/rehearse/run.ts'
import { useDatabase } from '../support/database/use-database.ts'
import { openReceiver } from '../support/http/receiver.ts'
import { PROGRAM } from '../support/processes/program.ts'
import { runHere } from '../support/processes/run-here.ts'
import { useShell } from './shell.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const CUT = `
title: A cut connection
watchers: [{name: owner, path: '/subscriptions?api-version=2022-12-01'}]
steps:
  - {at: 0s, title: B, fault: {match: {path: /subscriptions}, effect: {kind: cut}}}
`

const shell = useShell()
/** PostgreSQL runs already: what it takes to start one is not the point. */
const database = useDatabase()
let binnacle: Binnacle
beforeAll(async () => {
  binnacle = await startBinnacle({ startTimeoutMs: 240_000, database: database.url })
})
afterAll(() => binnacle.stop())

type Seen = { watcher: string; status: number; retryAfter?: string; values: object }
type Report = {
  steps: { title: string; time: string; seen: Seen[]; received?: Sent[] }[]
}

/** In the emulator whose settings it has: it starts none. */
const run = (args: string[]) =>
  runHere(() => runRehearse(args, binnacle.settings, () => Promise.reject(new Error('started'))))

async function rehearse(name: string): Promise<Report> {
  const { code, stdout, stderr } = await run([name, '--output', 'json'])
  expect([code, stderr]).toEqual([0, ''])
  return JSON.parse(stdout)
}

/** What a watcher saw, step by step: the status of each response and the values that it shows. */
const listSeen = ({ steps }: Report, watcher: string) =>
  steps.map(({ seen }) => {
    const found = seen.find((entry) => entry.watcher === watcher)
    return [found?.status, ...Object.values(found?.values ?? {}).flat()]
  })

test('maintenance that slips', async () => {
  const seen = listSeen(await rehearse('maintenance-that-slips'), 'owner')
  expect(seen.map(([, status, start]) => [status, String(start).slice(0, 10)])).toEqual([
    ['Active', '2031-06-04'],
    ['Active', '2031-06-05'],
    ['Active', '2031-06-05'],
    ['Resolved', '2031-06-05'],
  ])
  expect(seen.at(-1)?.[3]).toBe('2031-06-05T12:00:00.000Z')
})

test('a security advisory: its sensitive parts are for owners', async () => {
  const report = await rehearse('security-advisory')
  expect(listSeen(report, 'reader, the details').map(([status]) => status)).toEqual([403, 403, 403])
  for (const event of listSeen(report, 'reader, the event')) {
    expect(JSON.stringify(event)).not.toContain('log')
  }
  const [first] = listSeen(report, 'owner, the details')
  expect(first).toContain('Keys that were created before June were written to a log.')
})

test('a quota request is denied, then granted in part', async () => {
  const report = await rehearse('quota-partly-granted')
  expect(listSeen(report, 'limit').at(-1)).toEqual([200, 120])
  const states = listSeen(report, 'requests').map(([, newest]) => newest)
  expect(states.slice(-4)).toEqual(['Failed', 'Failed', 'InProgress', 'Succeeded'])
})

test('a provider that is down', async () => {
  const seen = listSeen(await rehearse('provider-down'), 'quota')
  expect(seen.map(([status]) => status)).toEqual([200, 503, 503, 200, 200])
})

test('a poller that is throttled', async () => {
  const { steps } = await rehearse('throttled-poller')
  expect(steps.map(({ seen }) => seen.map(({ status }) => status))).toEqual([
    [200, 200],
    [429, 200],
    [429, 200],
    [200, 200],
  ])
  expect(steps[1]?.seen[0]?.retryAfter).toBe('1')
})

type Sent = { receiver: string; kind: string; trackingId: string; title?: string; state: string }
const listSent = ({ steps }: { steps: { received?: Sent[] }[] }, receiver: string) =>
  steps.map(({ received = [] }) =>
    received
      .filter((one) => one.receiver === receiver)
      .map(({ kind, trackingId, title, state }) => [...[kind, trackingId, title, state]]),
  )

test('a drill: only receivers that asked for drills get it', async () => {
  const report = await rehearse('drill')
  expect(listSeen(report, 'list').map(([, title]) => title)).toEqual(
    Array(4).fill('[Drill] Writes are slow'),
  )
  const drill = ['event', 'DRILL-1', '[Drill] Writes are slow', 'delivered']
  expect(listSent(report, 'exercises')).toEqual([[drill], [drill], [], [drill]])
  const real = ['event', 'REAL-1', 'Reads are slow', 'delivered']
  expect(listSent(report, 'pager')).toEqual([[], [], [real], []])
})

test('what a notification of the subscription is sent is reported too, also if it fails', async () => {
  const destination = await openReceiver()
  destination.answerWith((_call, response) => response.writeHead(500).end())
  const { httpUrl, settings } = binnacle
  const path = `/notifications/v1/subscriptions/${settings.BINNACLE_SUBSCRIPTION}/notifications`
  const response = await fetch(`${httpUrl}${path}/own`, {
    method: 'PUT',
    headers: {
      authorization: `Bearer ${await signInAutomation()}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      kind: 'webhook',
      address: destination.url('/own'),
      notices: ['drills'],
    }),
  })
  expect(response.status).toBe(200)
  const { code, stdout } = await run(['drill'])
  await destination.close()
  expect(code).toBe(0)
  expect(stdout).toContain('receiver own: event DRILL-1, pending 500')
  expect(stdout).toContain(
    'receiver exercises: event DRILL-1 "[Drill] Writes are slow", delivered 204',
  )
  expect(stdout).not.toContain('receiver pager: event DRILL-1')
  const [first] = destination.callsTo('/own')
  expect(JSON.parse(first?.body ?? '').data.properties.isDrill).toBe(true)
})

async function signInAutomation(): Promise<string> {
  const { httpUrl, settings } = binnacle
  const secret = `${settings.AZURE_CLIENT_ID}:${settings.AZURE_CLIENT_SECRET}`
  const response = await fetch(`${httpUrl}/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(secret).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'user_impersonation' }),
  })
  return ((await response.json()) as { access_token: string }).access_token
}

test('every scenario that ships is listed in the help', async () => {
  const { stdout } = await shell.run(['rehearse', '--help'])
  const names = readdirSync('samples/scenarios').map((file) => file.replace(/\.yaml$/, ''))
  expect(names).toHaveLength(7)
  for (const name of names) expect(stdout.replaceAll(/\s+/g, ' ')).toContain(name)
})

test('afterwards, the emulator is as it was', async () => {
  const list = async () => {
    const { httpUrl, settings } = binnacle
    const headers = { authorization: `Bearer ${settings.OPERATOR}` }
    const read = async (path: string) => (await fetch(`${httpUrl}${path}`, { headers })).text()
    return [await read('/operator/v1/events'), await read('/operator/v1/clients')]
  }
  const before = await list()
  await rehearse('regional-outage')
  expect(await list()).toEqual(before)
  const { clock, faults, snapshots } = binnacle
  expect((await clock.read()).isMoved).toBe(false)
  expect((await faults.list()).value).toEqual([])
  await expect(snapshots.restore('rehearsal')).rejects.toThrow('no snapshot')
})

test.each([
  ['title: None', 'is not a scenario'],
  ['title: A\nwatchers: []\nsteps: [{at: 1 hour, title: B}]', 'is not a scenario. /steps/0/at'],
  [
    'title: A\nwatchers: []\nsteps: [{at: 1h, title: B}, {at: 1m, title: C}]',
    'The step "C" is earlier',
  ],
])('a file that is no scenario: %j', async (text, reason) => {
  const file = join(shell.home, 'scenario.yaml')
  writeFileSync(file, text)
  expect(await run([file])).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) })
})

test('a scenario whose steps fail says why, and leaves the emulator as it was', async () => {
  const file = join(shell.home, 'failing.yaml')
  writeFileSync(
    file,
    'title: A\nwatchers: []\nsteps: [{at: 1d, title: B, update: {event: NONE, summary: C}}]',
  )
  const { code, stderr } = await run([file])
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('/events/NONE/updates responded with 404'),
  ])
  expect((await binnacle.clock.read()).isMoved).toBe(false)
})

test('interrupted, it gives the emulator its data and its time back', async () => {
  const { snapshots, clock } = binnacle
  const args = [PROGRAM, 'rehearse', 'regional-outage', '--until-polled', '/never']
  const env = { PATH: process.env.PATH, ...binnacle.settings }
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = Promise.all([text(child.stderr), once(child, 'close')])
  await expect.poll(async () => (await clock.read()).isMoved).toBe(true)
  child.kill('SIGINT')
  const [stderr, [code]] = await ended
  expect([code, stderr]).toEqual([1, expect.stringContaining('The rehearsal was interrupted.')])
  expect((await clock.read()).isMoved).toBe(false)
  await expect(snapshots.restore('rehearsal')).rejects.toThrow('no snapshot')
})

test('a watcher whose connection is cut has no response, and the rehearsal goes on', async () => {
  const file = join(shell.home, 'cut.yaml')
  writeFileSync(file, CUT)
  const { code, stdout, stderr } = await run([file])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('owner  no response')
})

test('names and arguments', async () => {
  expect(await run(['nowhere'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Scenarios: drill, maintenance-that-slips, provider-down'),
  })
  expect((await run([])).code).toBe(2)
  expect((await run(['regional-outage', '--output', 'xml'])).code).toBe(2)
})
