import { setTimeout as delay } from 'node:timers/promises'
import { type Calls, openCalls, type Surroundings } from './calls.ts'
import { findLastRequest, listClients, type Pace } from './clients.ts'
import { openReceivers, type Receivers } from './receivers.ts'
import type { Report, Seen, StepReport } from './report.ts'
import { fillIn, pick, toSeconds } from './rules.ts'
import { perform } from './steps.ts'
import type { Scenario, Step, Watcher } from './wire.ts'

const SNAPSHOT = 'rehearsal'
const LONGEST_JOBS_MS = 10_000
const LOOK_EVERY_MS = 20

/** Runs a scenario in an emulator, which has its data back afterwards, the real time, and no faults or outcomes. */
export async function rehearse(
  scenario: Scenario,
  surroundings: Surroundings,
  pace: Pace,
): Promise<Report> {
  const calls = openCalls(surroundings)
  const beganAt = performance.now()
  await calls.control('POST', '/snapshots', { name: SNAPSHOT })
  let receivers: Receivers | undefined
  try {
    await calls.addCallers(scenario.callers ?? {})
    const time = scenario.start
    const clock = { isFrozen: true, ...(time !== undefined && { time }) }
    const { time: startedAt } = (await calls.control('PUT', '/clock', clock)) as Clock
    const filled = fillIn(scenario, { ...surroundings, start: new Date(startedAt) })
    if (filled.receivers) {
      receivers = await openReceivers(calls, surroundings, filled.receivers, pace)
    }
    const steps: StepReport[] = []
    for (const step of filled.steps) {
      steps.push(await run({ calls, receivers, pace }, filled, step, steps.at(-1)))
    }
    return { title: scenario.title, realSeconds: (performance.now() - beganAt) / 1000, steps }
  } finally {
    await receivers?.close()
    await tidy(calls)
  }
}

type Parts = Readonly<{ calls: Calls; receivers: Receivers | undefined; pace: Pace }>

async function run(
  { calls, receivers, pace }: Parts,
  { watchers }: Scenario,
  step: Step,
  before: StepReport | undefined,
): Promise<StepReport> {
  pace.stopping.throwIfAborted()
  const seconds = toSeconds(step.at)
  const ahead = seconds - (before?.seconds ?? 0)
  if (ahead > 0) await calls.control('POST', '/clock/advance', { seconds: ahead })
  const { response, revised } = await perform(calls, step)
  await untilJobsEnded(calls)
  const last = await findLastRequest(calls)
  const seen = await watch(calls, watchers)
  const received = receivers && { received: await receivers.read(revised) }
  const clients = await listClients(calls, last, pace)
  const { time } = (await calls.control('GET', '/clock')) as Clock
  const status = response && { response: { status: response.status } }
  return { time, seconds, title: step.title, ...status, seen, ...received, clients }
}

/** What follows from a step has happened before anybody looks. */
async function untilJobsEnded(calls: Calls): Promise<void> {
  const until = performance.now() + LONGEST_JOBS_MS
  while (performance.now() < until) {
    const { dueJobs } = (await calls.control('PUT', '/clock', {})) as { dueJobs: number }
    if (dueJobs === 0) return
    await delay(LOOK_EVERY_MS)
  }
}

type Clock = Readonly<{ time: string }>

async function tidy(calls: Calls): Promise<void> {
  await calls.control('DELETE', '/faults')
  await calls.control('DELETE', '/quota-outcomes')
  await calls.control('DELETE', '/clock')
  await calls.control('POST', `/snapshots/${SNAPSHOT}/restore`)
  await calls.control('DELETE', `/snapshots/${SNAPSHOT}`)
}

async function watch(calls: Calls, watchers: readonly Watcher[]): Promise<Seen[]> {
  const all: Seen[] = []
  for (const { name, show = [], ...asked } of watchers) {
    const { status, body, retryAfter } = await calls.request(asked)
    all.push({
      watcher: name,
      status,
      ...(retryAfter !== null && { retryAfter }),
      values:
        status > 0 && status < 300
          ? Object.fromEntries(show.map((path) => [path, pick(body, path)]))
          : {},
    })
  }
  return all
}
