import { createKeyedMutex } from '../platform/concurrency/keyed-mutex.ts'
import { controlsBusy } from './errors.ts'

const MOST_WAITING = 100
const LONGEST_WAIT_MS = 300_000

export type Exclusive = <T>(run: () => Promise<T>) => Promise<T>

/** Controls that copy or replace all data run one after the other: half of a seed must not be in a snapshot. */
export function createExclusive(): Exclusive {
  const limits = { most: MOST_WAITING, longestMs: LONGEST_WAIT_MS, refuse: controlsBusy }
  const inTurn = createKeyedMutex(limits)
  return (run) => inTurn(['data'], run)
}
