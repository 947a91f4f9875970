import { readdirSync, readFileSync } from 'node:fs'

/** Of a kernel tick: fixed for programs on Linux. */
const TICK_MS = 10

/** Seconds of a processor, by who used them. */
export type Cpu = Readonly<{ node: number; database: number }>

/** Since the start of each. */
type Reading = Readonly<{ node: number; database: ReadonlyMap<number, number> }>

/** The postmaster is the parent of all processes of the database. */
export function readCpu(serverPid: number, postmaster: number): Reading {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => tryStat(Number(pid)))
    .filter(({ parent }) => parent === postmaster)
  return {
    node: statOf(serverPid).ownSeconds,
    database: new Map(children.map(({ pid, ownSeconds }) => [pid, ownSeconds])),
  }
}

/** Without processes of the database that have ended meanwhile: what they used is not known. */
export const subtract = (one: Reading, other: Reading): Cpu => ({
  node: one.node - other.node,
  database: [...one.database].reduce(
    (total, [pid, seconds]) => total + seconds - (other.database.get(pid) ?? 0),
    0,
  ),
})

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
