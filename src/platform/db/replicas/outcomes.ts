import type { ReplicaFailure } from './replica.ts'

/** Where a read ran, or why it did not run on a replica that was tried. */
export type ReadOutcome = 'replica' | 'primary' | ReplicaFailure

const OUTCOMES: Readonly<Record<ReadOutcome, true>> = {
  replica: true,
  primary: true,
  behind: true,
  canceled: true,
  failed: true,
  'no grant': true,
  'not a replica': true,
  'not receiving': true,
  'other timeline': true,
}
export const READ_OUTCOMES = Object.keys(OUTCOMES)
