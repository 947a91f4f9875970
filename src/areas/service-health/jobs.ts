import { HOURLY, inBatches, type Sweeps } from '../../platform/sweeps.ts'
import { deleteOldReminders } from './reminders/store.ts'

export const serviceHealthSweeps: Sweeps = {
  'maintenance reminders': {
    ...HOURLY,
    keepDays: 30,
    deleteBefore: inBatches(deleteOldReminders),
  },
}
