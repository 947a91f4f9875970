import { readdirSync, readFileSync } from 'node:fs'

/** Of a kernel tick: fixed for programs on Linux. */
const TICK_MS = 10

/** Seconds of a processor that somebody has used since the start of each, by whom. */
export type Cpu = Readonly<{ node: number; database: number; load: number }>

/** `backend` is the process of any session of the database; its parent started all others. */
export function readCpu(serverPids: readonly number[], backend: number): Cpu {
  const postmaster = statOf(backend).parent
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => tryStat(Number(pid)))
    .filter(({ parent }) => parent === postmaster)
  return {
    node: sum(serverPids.map((pid) => statOf(pid).ownSeconds)),
    database: sum(children.map(({ ownSeconds }) => ownSeconds)),
    // Each run of the load has ended by now; servers run on, so they are not among these.
    load: statOf(process.pid).endedChildrenSeconds,
  }
}

export const subtract = (one: Cpu, other: Cpu): Cpu => ({
  node: one.node - other.node,
  database: one.database - other.database,
  load: one.load - other.load,
})

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function statOf(pid: number) {
  // After the name of the program, which may contain blanks: state, parent, …
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/.*\) /s, '').split(' ')
  const seconds = (first: number) =>
    ((Number(fields[first]) + Number(fields[first + 1])) * TICK_MS) / 1000
  return { parent: Number(fields[1]), ownSeconds: seconds(11), endedChildrenSeconds: seconds(13) }
}

/** Nothing for a process that has just ended. */
function tryStat(pid: number) {
  try {
    return [statOf(pid)]
  } catch {
    return []
  }
}
