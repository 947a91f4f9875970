import { inBatches, OFTEN, type Sweeps } from '../platform/sweeps.ts'
import { deleteKeys } from './repeats/store.ts'

/** A key counts for a day. */
export const directorySweeps: Sweeps = {
  'request keys': { ...OFTEN, keepDays: 1, deleteBefore: inBatches(deleteKeys) },
}
