import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '../../test/support/processes/processes.ts'
import type { Load } from '../load/wrk.ts'

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

/** What the server's main thread does under the load of the bench, by module: self time, idle apart. */
export async function profileServer(
  env: Record<string, string>,
  folder: string,
  run: (url: string, seconds: number) => Promise<Load>,
): Promise<void> {
  const server = await serve({ ...env, NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` })
  const cpuMs = () => threadCpuMs(server.child.pid ?? 0)
  const url = server.addresses[0] ?? ''
  await run(url, 3)
  const before = cpuMs()
  const from = monotonicUs()
  const { requests, seconds } = await run(url, 6)
  const until = monotonicUs()
  const used = cpuMs() - before
  await server.stop()
  console.log(`main thread busy: ${Math.round(used / seconds / 10)} %`)
  console.log(`main thread per request (profiler on): ${Math.round((used * 1000) / requests)} us`)
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile')) ?? ''
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  const shares = sharesByModule(profile, from, until)
  for (const [name, share] of shares.slice(0, 25))
    console.log(`${share.toFixed(1).padStart(5)} % ${name}`)
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
