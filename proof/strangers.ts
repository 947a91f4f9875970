import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type Serving, serve } from '../test/support/processes/processes.ts'
import { withInstallation } from './installation.ts'
import type { Order } from './strangers/attacker.ts'
import {
  ATTACKS,
  type AttackName,
  ask,
  LONG_QUERY,
  type Tally,
  type Target,
  WORST_QUERY,
} from './strangers/attacks.ts'
import { fillWorld } from './strangers/world.ts'

const LONGEST_MS = 250
const MOST_COST_MS = 1
const LONGEST_START_MS = 30_000
/** A node that has just started has no compiled code: what it takes until then is not measured. */
const WARM_UP_SECONDS = 3
const NAMES = Object.keys(ATTACKS) as AttackName[]

type Honest = { times: number[]; failures: number[]; missedProbes: number }
type Phase = Honest & {
  seconds: number
  busy: number
  mainThreadMs: number
  attackers: Tally[]
  /** Processors that the node and PostgreSQL used: all but those of the attackers and of this process. */
  serving: number
}
type Setting = Readonly<{
  target: Omit<Target, 'from'>
  honest: string
  server: Serving
  attackers: Readonly<Record<AttackName, ChildProcess>>
  /** Burn what the attackers use, and with the same low priority. */
  burners: readonly ChildProcess[]
  /** Burn what the node and PostgreSQL use for the attackers, with their priority. */
  servingBurners: readonly ChildProcess[]
}>

/** For so many seconds each; in the short form only together. */
export type Size = Readonly<{ alone?: number; together: number }>

/** Whether an honest caller is served while strangers and single accounts do their worst. */
export function proveStrangers({ alone, together }: Size): Promise<boolean> {
  return withInstallation(async ({ db, env }) => {
    const { honest, ...world } = await fillWorld(db)
    await using children = new AsyncDisposableStack()
    const start = (priority: 'low' | 'normal') => {
      const file = new URL('strangers/attacker.ts', import.meta.url).pathname
      const child = fork(file, [priority])
      children.defer(() => void child.kill('SIGKILL'))
      return child
    }
    const attackers = Object.fromEntries(NAMES.map((name) => [name, start('low')]))
    const crowd = {
      attackers: attackers as Setting['attackers'],
      burners: NAMES.map(() => start('low')),
      servingBurners: cpus().map(() => start('normal')),
    }
    const server = await serve({ ...env, NODE_OPTIONS: '--max-old-space-size=512' })
    const target = { url: server.addresses[0] ?? '', ...world }
    try {
      return await attackOne({ target, honest, server, ...crowd }, alone, together)
    } finally {
      await server.stop('SIGKILL')
    }
  })
}

async function attackOne(setting: Setting, alone: number | undefined, together: number) {
  const quiet = await run(setting, [], alone ?? 1)
  console.log(`quiet: p99 ${p99(quiet.times)} ms of ${quiet.times.length}`)
  let holds = await costsHold(setting)
  for (const name of alone === undefined ? [] : NAMES) {
    holds = (await judge(setting, name, [name], alone ?? 0, quiet)) && holds
  }
  return (await judge(setting, 'all together', NAMES, together, quiet)) && holds
}

const COSTS = {
  'a plain request without a token': '/v0.1/user',
  '56 kB query': LONG_QUERY,
  'worst query within the bounds': WORST_QUERY,
}

/** What one request of these takes of the main thread, with nothing beside it: the best of several rounds. */
async function costsHold({ target, server }: Setting): Promise<boolean> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const best: Record<string, number> = {}
  for (let round = 0; round < 6; round++) {
    for (const [name, query] of Object.entries(COSTS)) {
      const before = threadMs(server)
      for (let count = 0; count < 40; count++) await ask(agent, target.url + query)
      best[name] = Math.min(
        best[name] ?? Number.POSITIVE_INFINITY,
        (threadMs(server) - before) / 40,
      )
    }
  }
  agent.destroy()
  for (const [name, each] of Object.entries(best)) {
    console.log(`${name}: ${(each * 1000).toFixed(0)} us of main thread each`)
  }
  return Object.values(best).every((each) => each < MOST_COST_MS)
}

async function judge(
  setting: Setting,
  name: string,
  attacks: readonly AttackName[],
  seconds: number,
  quiet: Phase,
): Promise<boolean> {
  const phase = await run(setting, attacks, seconds)
  const slowest = p99(phase.times)
  const sent = phase.attackers.reduce((sum, each) => sum + each.sent, 0)
  const idleMs = (quiet.mainThreadMs / quiet.seconds) * seconds
  const cost = Math.max(0, phase.mainThreadMs - idleMs) / Math.max(1, sent)
  console.log(
    `${name}: honest p50 ${median(phase.times)} ms, p99 ${slowest} ms of ${phase.times.length}, failed with ${JSON.stringify(phase.failures.slice(0, 10))}, ${phase.missedProbes} probes missed; ` +
      `${sent} sent, ${(cost * 1000).toFixed(0)} us of main thread each, busy ${Math.round(phase.busy * 100)} %; ` +
      `answers ${JSON.stringify(sumStatuses(phase.attackers))}`,
  )
  const isAlive = setting.server.child.exitCode === null && setting.server.child.signalCode === null
  if (!isAlive) console.log(`  the node ended:\n${setting.server.readLog().slice(-2000)}`)
  if (!isAlive || phase.failures.length > 0 || phase.missedProbes > 0) return false
  // An attack that was not carried out would prove nothing.
  if (phase.attackers.some((each) => each.sent === 0)) return false
  return slowest < LONGEST_MS || isJustBusy(setting, phase, quiet)
}

function sumStatuses(attackers: readonly Tally[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const [status, count] of attackers.flatMap(({ statuses }) => Object.entries(statuses))) {
    sums[status] = (sums[status] ?? 0) + count
  }
  return sums
}

/** On a small machine an attack takes the processors from everybody: as busy a machine without any attack is the measure. */
async function isJustBusy(setting: Setting, phase: Phase, quiet: Phase): Promise<boolean> {
  const low = phase.attackers.map(({ load }) => Math.min(1, load))
  const count = setting.servingBurners.length
  const each = Math.min(1, Math.max(0, phase.serving - quiet.serving) / count)
  const load = { low, normal: Array.from({ length: count }, () => each) }
  const { times } = await run(setting, [], phase.seconds, load)
  const reported = [low, load.normal].map((shares) => shares.map(inPercent).join(', '))
  console.log(
    `  beside plain CPU load of ${reported[0]} for the attackers and ${reported[1]} for the node and PostgreSQL: p99 ${p99(times)} ms`,
  )
  return p99(phase.times) < 3 * p99(times)
}

const inPercent = (share: number) => `${Math.round(share * 100)} %`

type Load = Readonly<{ low: readonly number[]; normal: readonly number[] }>

async function run(
  setting: Setting,
  attacks: readonly AttackName[],
  seconds: number,
  load: Load = { low: [], normal: [] },
): Promise<Phase> {
  const { target, honest, server } = setting
  const children = attacks.map((name) =>
    begin(setting.attackers[name], { name, target: { ...target, from: addressOf(name) } }),
  )
  const burners = [
    ...load.low.map((share, each) => beginBurning(setting.burners[each], share)),
    ...load.normal.map((share, each) => beginBurning(setting.servingBurners[each], share)),
  ]
  const started = await Promise.all([...children, ...burners])
  if (attacks.length > 0) await callHonestly(target.url, honest, WARM_UP_SECONDS)
  const [machine, thread, own] = [machineTimes(), threadMs(server), process.cpuUsage()]
  const measured = await callHonestly(target.url, honest, seconds)
  const later = machineTimes()
  const busy = (later.busy - machine.busy) / Math.max(1, later.all - machine.all)
  const mainThreadMs = threadMs(server) - thread
  const { user, system } = process.cpuUsage(own)
  const tallies = await Promise.all(started.map((end) => end()))
  const serving =
    (later.busy - machine.busy - (user + system) / 1000) / (seconds * 1000) -
    tallies.reduce((sum, each) => sum + each.load, 0)
  const attackers = tallies.slice(0, attacks.length)
  return { ...measured, seconds, busy, mainThreadMs, attackers, serving }
}

function beginBurning(child: ChildProcess | undefined, share: number) {
  if (!child) throw new Error('There are fewer burners than shares.')
  return begin(child, { name: 'burn', share })
}

/** Each attack comes from an address of its own, none of which is the honest caller's. */
const addressOf = (name: AttackName) => `127.0.1.${NAMES.indexOf(name) + 1}`

/** Resolves once the attack arrives, with how to end it. */
async function begin(child: ChildProcess, order: Order): Promise<() => Promise<Tally>> {
  const up = once(child, 'message', { signal: AbortSignal.timeout(LONGEST_START_MS) })
  child.send(order)
  await up
  return async () => {
    const ended = once(child, 'message', { signal: AbortSignal.timeout(LONGEST_START_MS) })
    child.send('stop')
    const [tally] = await ended
    return tally as Tally
  }
}

/** Fifty calls a second, each timed from when it was due; probes beside them. */
async function callHonestly(url: string, token: string, seconds: number): Promise<Honest> {
  const agent = new Agent({ keepAlive: true })
  const honest: Honest = { times: [], failures: [], missedProbes: 0 }
  const startedAt = performance.now()
  const calls: Promise<void>[] = []
  for (let turn = 0; turn < seconds * 50; turn++) {
    const dueAt = startedAt + turn * 20
    await delay(Math.max(0, dueAt - performance.now()))
    const call = ask(agent, `${url}/v0.1/user`, { token, signal: inTime() }).then((status) => {
      honest.times.push(performance.now() - dueAt)
      if (status !== 200) honest.failures.push(status)
    })
    calls.push(call)
    if (turn % 10 !== 0) continue
    for (const probe of ['/livez', '/readyz']) {
      const asked = ask(agent, url + probe, { signal: inTime() }).then((status) => {
        if (status !== 200) honest.missedProbes++
      })
      calls.push(asked)
    }
  }
  await Promise.all(calls)
  agent.destroy()
  return honest
}

/** Who has waited for so long has given up. */
const inTime = () => AbortSignal.timeout(10_000)

const median = (times: readonly number[]) =>
  Math.round([...times].sort((a, b) => a - b)[times.length >> 1] ?? 0)
const p99 = (times: readonly number[]) =>
  Math.round([...times].sort((a, b) => a - b)[Math.ceil(times.length * 0.99) - 1] ?? 0)

/** Time the main thread of the node was on a processor; collector and file writer have threads of their own. */
function threadMs({ child: { pid } }: Serving): number {
  const text = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')
  return Number(text.split(' ')[0]) / 1e6
}

function machineTimes(): { busy: number; all: number } {
  const times = cpus().map((cpu) => cpu.times)
  const all = times.reduce((sum, t) => sum + t.user + t.nice + t.sys + t.idle + t.irq, 0)
  return { all, busy: all - times.reduce((sum, t) => sum + t.idle, 0) }
}
