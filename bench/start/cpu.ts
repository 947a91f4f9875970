import { readdirSync, readFileSync } from 'node:fs'

/** Of a kernel tick: fixed for programs on Linux. */
const TICK_MS = 10

/** Seconds of a processor, by who used them. */
export type Cpu = Readonly<{ node: number; database: number; load: number }>

/** Since the start of each. */
type Reading = Readonly<{ node: number; database: ReadonlyMap<number, number>; load: number }>

/** `backend` is the process of any session of the database; its parent started all others. */
export function readCpu(serverPids: readonly number[], backend: number): Reading {
  const postmaster = statOf(backend).parent
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => tryStat(Number(pid)))
    .filter(({ parent }) => parent === postmaster)
  return {
    node: sum(serverPids.map((pid) => statOf(pid).ownSeconds)),
    database: new Map(children.map(({ pid, ownSeconds }) => [pid, ownSeconds])),
    // Each run of the load has ended by now; servers run on, so they are not among these.
    load: statOf(process.pid).endedChildrenSeconds,
  }
}

/** Without processes of the database that have ended meanwhile: what they used is not known. */
export const subtract = (one: Reading, other: Reading): Cpu => ({
  node: one.node - other.node,
  database: sum(
    [...one.database].map(([pid, seconds]) => seconds - (other.database.get(pid) ?? 0)),
  ),
  load: one.load - other.load,
})

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

/** Seconds of a processor since it started: its own, and of children that have ended. */
export function statOf(pid: number) {
  // After the name of the program, which may contain blanks: state, parent, …
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ')
  const seconds = (first: number) =>
    ((Number(fields[first]) + Number(fields[first + 1])) * TICK_MS) / 1000
  const parent = Number(fields[1])
  return { pid, parent, ownSeconds: seconds(11), endedChildrenSeconds: seconds(13) }
}

/** Nothing for a process that has just ended. */
function tryStat(pid: number) {
  try {
    return [statOf(pid)]
  } catch {
    return []
  }
}
