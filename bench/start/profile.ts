import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../../test/support/processes/processes.ts'
import type { Load } from '../load/wrk.ts'

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

type Started = Readonly<{ url: string; pid: number; stop: () => Promise<unknown> }>
/** By name; each starts a server with these variables besides its own. */
export type Sides = Readonly<Record<string, (env: Record<string, string>) => Promise<Started>>>

const WARM_UP_SECONDS = 3
const SECONDS = 6
const MOST_ROWS = 30

/** What the main thread of each side does for one request, by module, in microseconds: idle time is left out. */
export async function profileSides(
  what: string,
  sides: Sides,
  folder: string,
  run: (url: string, seconds: number) => Promise<Load>,
): Promise<void> {
  const profiles: Map<string, number>[] = []
  for (const [name, start] of Object.entries(sides)) {
    const own = mkdtempSync(join(folder, 'profile-'))
    profiles.push(await profileOne(`${what}, ${name}`, start, own, run))
  }
  const [ours = new Map(), theirs = new Map()] = profiles
  const modules = [...new Set([...ours.keys(), ...theirs.keys()])]
  const rows = modules
    .map((name) => [name, ours.get(name) ?? 0, theirs.get(name) ?? 0] as const)
    .sort((a, b) => b[1] - b[2] - (a[1] - a[2]))
  console.log(`${what}: us per request by module, ${Object.keys(sides).join(' and ')}`)
  for (const [name, mine, other] of rows.slice(0, MOST_ROWS))
    console.log(`  ${mine.toFixed(1).padStart(6)} ${other.toFixed(1).padStart(6)} ${name}`)
}

async function profileOne(
  title: string,
  start: Sides[string],
  folder: string,
  run: (url: string, seconds: number) => Promise<Load>,
): Promise<Map<string, number>> {
  const { url, pid, stop } = await start({
    NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}`,
  })
  const measure = async () => {
    await run(url, WARM_UP_SECONDS)
    const before = threadCpuMs(pid)
    const from = monotonicUs()
    const load = await run(url, SECONDS)
    return { ...load, from, until: monotonicUs(), used: threadCpuMs(pid) - before }
  }
  const { requests, seconds, from, until, used } = await measure().finally(stop)
  const each = (used * 1000) / requests
  const busy = Math.round(used / seconds / 10)
  console.log(`${title}: main thread ${busy} % busy, ${each.toFixed(1)} us per request`)
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile')) ?? ''
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  return new Map(
    sharesByModule(profile, from, until).map(([name, share]) => [name, (share / 100) * each]),
  )
}

/** The server with everything on, as a side. */
export const ofServer = (env: Record<string, string>) => async (more: Record<string, string>) => {
  const { addresses, child, stop } = await serve({ ...env, ...more })
  return { url: addresses[0] ?? '', pid: child.pid ?? 0, stop }
}

/** The clock of the profiler is that of every process of the machine: starting up is left out by it. */
const monotonicUs = () => Number(process.hrtime.bigint() / 1000n)

/** User and system time of the main thread alone; the collector and the file writer have threads of their own. */
function threadCpuMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8')
    .replace(/.*\) /, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function sharesByModule(
  { nodes, startTime, samples, timeDeltas }: Profile,
  from: number,
  until: number,
): [string, number][] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, number>()
  let total = 0
  let at = startTime
  for (const [i, id] of samples.entries()) {
    const time = timeDeltas[i] ?? 0
    at += time
    if (at < from || at > until) continue
    const { functionName = '', url = '' } = frames.get(id) ?? {}
    if (functionName === '(idle)') continue
    const name = toModule(url) || functionName || 'native code'
    times.set(name, (times.get(name) ?? 0) + time)
    total += time
  }
  return [...times]
    .map(([name, time]): [string, number] => [name, (100 * time) / total])
    .sort((a, b) => b[1] - a[1])
}

function toModule(url: string): string {
  const inPackage = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  return inPackage ?? /(?:src|bin)\/.*$/.exec(url)?.[0] ?? url
}
